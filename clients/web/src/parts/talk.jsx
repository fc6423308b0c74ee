// talk.jsx -- what players say to one another at a table online: words and ready-made signals.
// Whoever does not want to hear a seat mutes it.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n.js";
import { nameOf } from "../match.js";
import { Dialog, Icon, IconButton } from "./basics.jsx";

export const signalText = (signal) => ({ hello: t("Hello!"), thanks: t("Thank you!"), wait: t("One moment, please."), hurry: t("Shall we go on?"),
  "well-played": t("Well played!"), oops: t("Oops."), luck: t("What luck!"), think: t("I am thinking."), yes: t("Yes."), no: t("No.") })[signal] ?? signal;
const SIGNALS = ["hello", "thanks", "wait", "hurry", "well-played", "oops", "luck", "think", "yes", "no"];

export const spoken = (said) => said.text ?? signalText(said.signal);

export function Talk({ match, act, onClose }) {
  const [words, setWords] = useState("");
  const foot = useRef();
  useEffect(() => foot.current?.scrollIntoView(), [match.talk.length]);
  const send = async (event) => {
    event.preventDefault();
    const text = words.trim();
    if (!text) return;
    setWords(""); // at once: nothing is said twice, and what is typed meanwhile stays
    if (!(await act("chat", { text }))) setWords((since) => since || text);
  };
  const heard = match.talk.filter((s) => !match.muted.includes(s.seat));
  return (
    <Dialog title={t("Talk")} onClose={onClose}>
      <ul class="talk" aria-live="polite">
        {heard.map((s, i) => <li key={i} class={s.seat === match.me ? "from-me" : ""}><b>{s.seat === match.me ? t("You") : nameOf(match, s.seat)}</b> {spoken(s)}</li>)}
        {!heard.length && <li class="quiet">{t("Nobody has said anything yet.")}</li>}
        <li ref={foot} />
      </ul>
      <form class="row" onSubmit={send}>
        <label class="vh" for="words">{t("Your words")}</label>
        <input class="input grow" id="words" maxLength={300} autocomplete="off" value={words} onInput={(e) => setWords(e.currentTarget.value)} />
        <button class="btn main">{t("Send")}</button>
      </form>
      <div class="signals">{SIGNALS.map((s) => <button type="button" class="btn" key={s} onClick={() => act("signal", { signal: s })}>{signalText(s)}</button>)}</div>
      <ul class="mutes">
        {match.seats.filter((s) => s.kind === "human" && s.seat !== match.me).map((s) => {
          const on = !match.muted.includes(s.seat);
          return <li key={s.seat}><button type="button" class="btn plain" onClick={() => act("mute", { seat: s.seat, on })}>
            <Icon id={on ? "i-sound-on" : "i-sound-off"} size={20} />{on ? t("Mute {who}", { who: s.name }) : t("Hear {who} again", { who: s.name })}</button></li>;
        })}
      </ul>
    </Dialog>
  );
}

/** The button for the bar; a dot if something was said since it was open last. */
export function TalkButton({ match, act }) {
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState(match.talk.length);
  const n = match.talk.filter((s) => !match.muted.includes(s.seat)).length;
  useEffect(() => void (open && setSeen(n)), [open, n]);
  const news = n > seen;
  return (
    <>
      <IconButton id="chat" class={news ? "news" : ""} label={news ? t("Talk, something new") : t("Talk")} onClick={() => setOpen(true)} />
      {open && <Talk match={match} act={act} onClose={() => setOpen(false)} />}
    </>
  );
}

// people.jsx -- who sits at a table online, in words and with a dot: here, not connected, away, late,
// a bot; and what the owner may do about somebody who is gone.
import { useEffect } from "preact/hooks";
import { t, tn } from "../words/i18n.js";
import { nameOf } from "../pure/match.js";
import { useBefore } from "../browser/hooks.js";
import { toast } from "../browser/say.js";
import { Dialog, Icon } from "./basics.jsx";
import { levelLabel } from "./setup.jsx";

/** "here", "gone" (not connected), "away" (a bot plays), "bot", "free", or null: nobody told us. */
export function presence(match, s) {
  if (s.kind !== "human") return s.kind;
  if (match.away.includes(s.seat)) return "away";
  if (s.seat === match.me) return "here";
  if (!match.there) return null;
  return match.there.includes(s.seat) ? "here" : "gone";
}

export const presenceText = (state) =>
  ({ here: t("here"), gone: t("not connected"), away: t("away, a bot plays"), bot: t("bot"), free: t("free") })[state] ?? "";

export const Dot = ({ state }) => (state === "here" || state === "gone" || state === "away" ? <span class={`dot ${state}`} aria-hidden="true" /> : null);

/** Spectators in words, oneself not counted; null: none. */
export function watchers(match) {
  const n = match.watching - (match.me === null ? 1 : 0);
  return n > 0 ? tn("{n} person is watching.", "{n} people are watching.", n) : null;
}

const playerName = (match, s) => (s.seat === match.me ? (s.name ? t("{name} (you)", { name: s.name }) : t("You")) : s.name);

/** Seats whose turn was made for them in this round or the one before; a round counts twice, with its dice. */
const lateJustNow = (match) => (match.lateAt !== null && match.round - match.lateAt <= 2 ? match.late : []);

function Row({ match, s, owner, act }) {
  const state = presence(match, s);
  const round = match.result ? null : lateJustNow(match).includes(s.seat) ? t("late: a bot made a turn") : match.ready.includes(s.seat) ? t("ready") : null;
  const words = [presenceText(state), s.kind === "bot" && levelLabel(s.level), round].filter(Boolean);
  return (
    <li>
      <Icon id={s.kind === "bot" || state === "away" ? "i-bot" : "i-person"} />
      <span class="grow">
        <b>{playerName(match, s)}</b>
        <span class="quiet small">
          <Dot state={state} />
          {words.join(" · ")}
        </span>
      </span>
      {owner && state === "gone" && !match.result && (
        <button type="button" class="btn" onClick={() => act("replace", { seat: s.seat })}>
          {t("Let a bot play")}
          <span class="vh"> {t("for {who}", { who: s.name })}</span>
        </button>
      )}
    </li>
  );
}

export function People({ match, owner, act, onClose }) {
  return (
    <Dialog title={t("Who is here")} onClose={onClose}>
      <ul class="seats people">
        {match.seats.map((s) => (
          <Row key={s.seat} {...{ match, s, owner, act }} />
        ))}
      </ul>
      {watchers(match) && <p class="quiet small under">{watchers(match)}</p>}
      {owner && <p class="quiet small under">{t("You are the host: a bot may play for somebody who is not connected, until they come back.")}</p>}
    </Dialog>
  );
}

const SETTLED = 1500; // ms after opening a table; what comes before is history

/** What happens to people, told as it happens. */
export function useTold(table) {
  const { match } = table;
  const was = useBefore(match);
  useEffect(() => {
    if (!was || !(Date.now() - table.since > SETTLED)) return;
    const other = (seat) => seat !== match.me;
    const who = (seat) => ({ who: nameOf(match, seat) });
    for (const seat of match.late.filter((x) => match.lateAt !== was.lateAt || !was.late.includes(x)))
      toast(other(seat) ? t("Time was up: a bot made this turn for {who}.", who(seat)) : t("Time was up: a bot made this turn for you."), "i-clock");
    for (const seat of match.away.filter((x) => !was.away.includes(x) && other(x))) toast(t("{who} is away. A bot plays on.", who(seat)), "i-bot");
    for (const seat of was.away.filter((x) => !match.away.includes(x)))
      toast(other(seat) ? t("{who} is back.", who(seat)) : t("You are back; the bot steps aside."), "i-person");
    if (match.next && !was.next) toast(t("There is a rematch."), "i-redo");
  }, [match]);
}

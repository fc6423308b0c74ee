// card.jsx -- the recovery card, at /me: ten words and a picture that bring one's seats, circles and name to a new device. Making it, ending it, using it.
import { useEffect, useRef, useState } from "preact/hooks";
import { momentText } from "../words/dates.js";
import { loadTexts, t, tn } from "../words/i18n.js";
import { Bar, Icon, Waiting } from "../parts/basics.jsx";
import { QrCode, qrPath } from "../parts/link.jsx";
import { SamePlayer, welcome } from "../parts/same_player.jsx";
import { readCard, wordsOfCard } from "../pure/card_words.js";
import { saveBlob } from "../browser/files.js";
import { useFresh } from "../browser/hooks.js";
import { toast } from "../browser/say.js";
import { becomeByCard, cardMade, endCard, newCard, tellName } from "../table/server_day.js";
import { complain, explained } from "../words/problems.js";

const linkOf = (/** @type {string} */ card) => `${location.origin}/me#card-${card}`;

const WIDE = 1080,
  HIGH = 680; // px of the card as a picture

/** The card as a picture, black on white as a printer has it. */
async function picture(card) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH }),
    ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")),
    { size, path } = qrPath(linkOf(card));
  await document.fonts.ready;
  const font = (/** @type {string} */ name) => getComputedStyle(document.documentElement).getPropertyValue(name);
  ctx.fillStyle = "#fff";
  ctx.fillRect(0, 0, WIDE, HIGH);
  ctx.fillStyle = "#000";
  ctx.font = `600 56px ${font("--f-head")}`;
  ctx.fillText(t("Recovery card"), 60, 96);
  ctx.font = `400 30px ${font("--f-text")}`;
  ctx.fillText(`Tambo · ${location.host}`, 60, 144);
  ctx.font = `700 36px ${font("--f-text")}`;
  wordsOfCard(card).forEach((word, i) => ctx.fillText(`${i + 1}. ${word}`, 60 + 290 * Math.floor(i / 5), 226 + 66 * (i % 5)));
  ctx.font = `400 26px ${font("--f-text")}`;
  ctx.fillText(t("Whoever has this card is you. Keep it as you keep a key."), 60, HIGH - 60);
  ctx.translate(WIDE - 400, 190);
  ctx.scale(340 / size, 340 / size);
  ctx.fill(new Path2D(path));
  return new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
}

/** The card itself, to be printed or kept. */
function Card({ card, children }) {
  const title = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => title.current?.focus(), []); // the button that made it is gone
  const save = async () => {
    const blob = await picture(card);
    if (blob) saveBlob("tambo-card.png", blob);
  };
  return (
    <>
      <section class="recovery-card" aria-label={t("Recovery card")}>
        <h2 tabIndex={-1} ref={title}>
          {t("Recovery card")}
        </h2>
        <p class="small">{`Tambo · ${location.host}`}</p>
        <div class="card-halves">
          <ol>
            {wordsOfCard(card).map((word, i) => (
              <li key={i}>{word}</li>
            ))}
          </ol>
          <QrCode text={linkOf(card)} label={t("QR code of your recovery card")} />
        </div>
        <p class="small">{t("Whoever has this card is you. Keep it as you keep a key.")}</p>
      </section>
      <p class="quiet small">{t("It is shown this once. Print it, save it or write the words down.")}</p>
      <div class="row wrap">
        <button type="button" class="btn main" onClick={() => print()}>
          <Icon id="i-note" size={20} />
          {t("Print")}
        </button>
        <button type="button" class="btn" onClick={save}>
          <Icon id="i-download" size={20} />
          {t("Save as a picture")}
        </button>
        {children}
      </div>
    </>
  );
}

/** made: when there was made one, or null. */
function Make({ made, onEnded }) {
  const [card, setCard] = useState(/** @type {string | null} */ (null));
  const [busy, setBusy] = useState(false);
  const first = useRef(/** @type {HTMLParagraphElement | null} */ (null)); // has the focus when the button that ended a card is gone
  const act = async (/** @type {() => Promise<any>} */ what) => {
    setBusy(true);
    await what().catch(complain);
    setBusy(false);
  };
  const make = () =>
    act(async () => {
      await tellName(); // it comes with the card
      setCard(await newCard());
    });
  const end = () =>
    act(async () => {
      await endCard();
      setCard(null);
      onEnded();
      first.current?.focus();
      toast(t("Your recovery card has ended: nobody can use it any more."), "i-check");
    });
  const endIt = (
    <button type="button" class="btn" disabled={busy} onClick={end}>
      {t("End the card")}
    </button>
  );
  return (
    <div class="stack-s">
      <p tabIndex={-1} ref={first}>
        {t(
          "A recovery card is ten words that bring your online tables, your circles and your name to a new device, should this one get lost. It can be used again and again until you end it.",
        )}
      </p>
      {!card && made && <p class="quiet small">{t("You made a card on {date}. A new one ends it.", { date: momentText(made) })}</p>}
      {card ? (
        <Card card={card}>{endIt}</Card>
      ) : (
        <div class="row wrap">
          <button type="button" class="btn main" disabled={busy} onClick={make}>
            {made ? t("Make a new card") : t("Make a recovery card")}
          </button>
          {made && endIt}
        </div>
      )}
    </div>
  );
}

/** What is to be said of words as they are typed.
 * @param {ReturnType<typeof readCard>} read */
function saidOf({ hex, words, wrong }) {
  if (wrong.length) return t("No word of a card: {words}", { words: wrong.join(", ") });
  if (hex) return t("All ten words are there.");
  return tn("{n} word of ten so far", "{n} words of ten so far", words.length);
}

function Use() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const read = readCard(text),
    meant = read.words.filter(Boolean).join(" ");
  const use = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!read.hex) return;
    await becomeByCard(read.hex).then(welcome, async (e) =>
      setProblem(e.word === "link" || e.word === "card" ? t("There is no such card, or it was ended. Check the words and their order.") : await explained(e)),
    );
  };
  return (
    <form class="stack-s" onSubmit={use}>
      <label class="label" for="card-words">
        {t("Type the words of your card, or its link")}
      </label>
      <textarea
        class="input"
        id="card-words"
        rows={5}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        value={text}
        aria-describedby="card-said"
        onInput={(e) => (setText(e.currentTarget.value), setProblem(null))}
      />
      <p class="quiet small" id="card-said" aria-live="polite">
        {text.trim() && saidOf(read)}
        {read.hex && meant !== text.trim().toLowerCase() && ` ${t("Read as: {words}", { words: meant })}`}
      </p>
      {problem && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="btn" disabled={!read.hex}>
        {t("Use this card")}
      </button>
    </form>
  );
}

const cardInLink = () => readCard(location.hash.slice(1)).hex;

export function CardPage() {
  const [hex, setHex] = useState(cardInLink);
  useEffect(() => {
    const look = () => setHex(cardInLink()); // a link may be opened while the page is there
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  const [version, bump] = useState(0);
  const found = useFresh(async () => (await loadTexts("day"), { made: hex ? null : await cardMade() }), [version]);
  const problem = found?.error && found.error.word !== "offline" ? found.error : null;
  if (found && hex)
    return (
      <SamePlayer
        title={t("Recovery card")}
        text={t("Your tables, your circles and your name come with you. Only do this with a card of your own.")}
        become={() => becomeByCard(hex)}
      />
    );
  return (
    <>
      <Bar title={t("Recovery card")} back="/settings" />
      {!found ? (
        <Waiting />
      ) : (
        <main class="form paper dots stack">
          {found.error ? (
            <p class="banner" role="status">
              <Icon id="i-offline" size={24} />
              <span>{problem ? problem.message : t("No server answers: cards are made and used when you are online.")}</span>
            </p>
          ) : (
            <Make made={found.made} onEnded={() => bump((n) => n + 1)} />
          )}
          <section class="card" aria-labelledby="use-title">
            <h2 id="use-title">{t("You have a card")}</h2>
            <Use />
          </section>
        </main>
      )}
    </>
  );
}

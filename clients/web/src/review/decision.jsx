// decision.jsx -- one decision of a review: the board as it was, what was done, then the better way: to be found by oneself first, and
// shown with its reason, what follows from it, what was certain then; and a table that goes on from there.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { capital, colon, t } from "../words/i18n.js";
import { Icon, IconButton, Segments } from "../parts/basics.jsx";
import { Rolled } from "../parts/gallery.jsx";
import { ask } from "../table/table_local.js";
import { go } from "../browser/router.js";
import { complain } from "../words/problems.js";
import { said } from "../words/tale.js";
import { matchAfter, viewAfter } from "../replay/story.js";
import { Shape } from "./curve.jsx";
import { Find } from "./find.jsx";
import { otherLines, recordUpTo } from "./read.js";
import { deeds, placesIn, sentences, viewWith } from "./tell.js";
import { costText, points, signed, whenText } from "./words.js";

/** The board as the seat saw it, after some lines of its own or before any; rings: spaces to look at. onTap(space): if it asks.
 * @param {any} props */
function Board({ story, game, d, seat, lines, rings, onTap }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const view = lines ? viewWith(story, d.step, seat, lines) : viewAfter(story, d.step, seat);
  useLayoutEffect(() => {
    const lit = rings.map((s) => box.current?.querySelector(`[data-at="${s}"]`)).filter(Boolean);
    for (const el of lit) el.classList.add("hinted");
    return () => lit.forEach((el) => el.classList.remove("hinted"));
  });
  useEffect(() => {
    const tap = (event) => {
      const space = event.target.closest("[data-at]")?.getAttribute("data-at");
      if (space) onTap?.(space);
    };
    box.current?.addEventListener("click", tap);
    return () => box.current?.removeEventListener("click", tap);
  });
  const whose = d.whose === story.own ? t("Your sheet") : t("{who}'s sheet", { who: story.match.seats[d.whose - 1].name });
  return (
    <div class={`review-board ${onTap ? "asks" : ""}`} ref={box}>
      <game.Sheet view={view} seat={d.whose} label={game.mini ? whose : t("The board as it was")} />
    </div>
  );
}

/** Master's way, with all that explains it; found: the reader found it. */
function Answer({ story, game, d, seat, found }) {
  const title = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true }); // the button that showed it is gone
  }, []);
  const why = said(d.reason, { of: "review" }),
    more = d.items.filter(({ points: n }) => Math.abs(n) >= 5);
  return (
    <section class="review-answer" aria-label={t("What Master would have done")}>
      {found && (
        <p class="told right">
          <Icon id="i-check" size={22} /> {found}
        </p>
      )}
      <h3 tabIndex={-1} ref={title}>
        {t("What Master would have done")}
      </h3>
      <Way lines={sentences(story, d.step, seat, d.strong)} />
      {why && <p>{colon(t("Why"), why)}</p>}
      {d.mark && (
        <p>
          {d.noise >= 5 ? t("It is worth +{n}, give or take {m}.", { n: points(d.lost), m: points(d.noise) }) : t("It is worth +{n}.", { n: points(d.lost) })}
        </p>
      )}
      {d.whose !== seat && <p class="quiet small">{t("Counted in points of the sheet it was done on.")}</p>}
      {more.length > 0 && d.mark && (
        <>
          <h4>{t("What follows, up to the end")}</h4>
          <ul class="review-items">
            {more.map(({ what, text, points: n }) => (
              <li key={what}>
                <b class="num">{signed(n)}</b> {capital(t(text))}
              </li>
            ))}
          </ul>
        </>
      )}
      {d.hint && game.known && (
        <>
          <h4>{t("What was certain then")}</h4>
          {game.known(d.hint).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </>
      )}
    </section>
  );
}

const Way = ({ lines }) => (
  <ul class="review-way">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** A table on this device that goes on from before the decision. */
function PlayOn({ story, d, seat }) {
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const { table } = await ask("resume", { record: recordUpTo(story.match.head, story.steps, d.step), seat, table: story.table });
      go(`/t/${table}`);
    } catch (e) {
      complain(e);
      setBusy(false);
    }
  };
  return (
    <button type="button" class="btn" disabled={busy} onClick={begin}>
      <Icon id="die" size={20} />
      {t("Play on from here")}
    </button>
  );
}

/** nav: {first, last, by(n)}: the ways to other decisions; open: the answer is shown; onOpen(): show it; focus: how often somebody went somewhere. */
export function DecisionView({ story, game, d, seat, turns, open, onOpen, nav, focus }) {
  const [shown, setShown] = useState("before");
  const asks = Boolean(d.mark) && !open;
  const lines = { before: null, made: d.made, strong: d.strong }[asks && shown === "strong" ? "before" : shown];
  const [found, setFound] = useState(""); // what is said of having found it
  const [guess, setGuess] = useState(/** @type {string | null} */ (null));
  const rings = () => {
    if (guess && asks) return [guess];
    if (shown === "made") return placesIn(story, d.step, seat, d.made);
    return !asks && (shown === "strong" || !story.sealed) ? placesIn(story, d.step, seat, d.strong, otherLines(d)) : [];
  };
  const title = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => {
    if (focus) title.current?.focus({ preventScroll: true });
  }, [focus]);
  useEffect(() => {
    if (open) setShown(story.sealed ? "strong" : "before");
  }, [open]);
  const views = [["before", t("Before")], ...(story.sealed ? [["made", t("As played")], ...(asks ? [] : [["strong", t("Master")]])] : [])];
  return (
    <article class="review-one paper dots" aria-labelledby="decision-title">
      <div class="head-row">
        <h2 id="decision-title" tabIndex={-1} ref={title}>
          <Shape mark={d.mark} /> {whenText(d, turns)}
        </h2>
        <span class="row">
          <IconButton id="left" label={t("Previous decision")} disabled={nav.first} onClick={() => nav.by(-1)} />
          <IconButton id="right" label={t("Next decision")} disabled={nav.last} onClick={() => nav.by(1)} />
        </span>
      </div>
      <p class="review-cost">{costText(d)}</p>
      {game.sixth && <Rolled game={game} match={matchAfter(story, d.step)} view={viewAfter(story, d.step, seat)} />}
      <Board {...{ story, game, d, seat, lines }} rings={rings()} onTap={asks ? setGuess : null} />
      {views.length > 1 && <Segments label={t("The sheet")} value={lines ? shown : "before"} onChange={setShown} options={views} />}
      <section aria-label={t("What was done")}>
        <h3>{t("What was done")}</h3>
        <Way lines={deeds(story, d, seat)} />
      </section>
      {asks ? (
        <Find {...{ story, d, seat, guess, setGuess }} onOpen={(text) => (setFound(text), onOpen())} />
      ) : (
        !d.same && <Answer {...{ story, game, d, seat, found }} />
      )}
      <div class="row wrap under">
        <PlayOn {...{ story, d, seat }} />
      </div>
    </article>
  );
}

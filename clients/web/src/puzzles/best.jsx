// best.jsx -- the best place: a sheet and a roll, on the game's own screen; which writing is worth the most? (bots/best.h)
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { num, t } from "../words/i18n.js";
import { usePromise } from "../browser/hooks.js";
import { say } from "../browser/say.js";
import { Bar, Icon } from "../parts/basics.jsx";
import { loadGame, titleOf } from "../games/index.js";
import { Position } from "../pure/position.js";
import { note, notes } from "../story/keep.js";
import { ask } from "../table/table_local.js";
import { newCore } from "../table/use_table.js";
import { judged, matchOf } from "./best.js";
import { Coming, Next } from "./frame.jsx";

/** `write 5 d4`, for people. */
const words = (line) => {
  const [, number, space] = line.split(" ");
  return t("{number} on {space}", { number, space });
};
const points = (hundredths) => num(Math.max(1, Math.round(hundredths / 10)) / 10);

function verdict({ right, answer, line, lost }, place) {
  const best = words(answer);
  if (right) return t("Right: {best}. On average it ends {n} points ahead of the next best.", { best, n: points(place.margin) });
  if (!line) return t("The best is {best}.", { best });
  return t("The best is {best}. {yours} ends {n} points lower, on average.", { best, yours: words(line), n: points(lost ?? 0) });
}

/** The note above the sheet: what is asked, then what is to be said. */
const Note = ({ n, told, onNext }) => (
  <aside class="coach paper pz-best" data-n={n} aria-label={t("The best place")}>
    <p class="coach-head small quiet">{told ? "" : t("The roll is made.")}</p>
    <p class="coach-text">{told ?? t("Write what is worth the most in the end, on average, as if the game went on.")}</p>
    {told && (
      <div class="coach-acts">
        <Next onClick={onNext}>{t("Next one")}</Next>
      </div>
    )}
  </aside>
);

function One({ place, game, core, position, onNext }) {
  const [draft, setDraft] = useState(/** @type {string[]} */ ([]));
  const [told, setTold] = useState(/** @type {string | null} */ (null));
  const match = useMemo(() => matchOf(core, place), [place]);
  const shown = useRef(/** @type {Match | null} */ (null));
  if (shown.current !== match) position.sync((shown.current = match));
  const decide = async () => {
    if (!draft.length) return false;
    const how = judged(place, draft);
    const text = verdict(how, place);
    setTold(text);
    say(text);
    await note("best", `${place.n} ${Date.now()}`, { n: place.n, right: how.right, lost: how.lost });
    return true;
  };
  useEffect(() => say(t("Write what is worth the most in the end, on average, as if the game went on.")), []);
  const screen = {
    table: null,
    match,
    position,
    me: 1,
    view: position.view(1),
    draft,
    setDraft,
    inked: false,
    busy: false,
    act: decide,
    onReady: decide,
    onBack: () => {},
  };
  return (
    <div class="lesson">
      <Note n={place.n} told={told} onNext={onNext} />
      {told ? (
        <main class="pz-best-sheet">
          <game.Sheet view={position.view(1, [`1 ${place.answer[0].line}`])} seat={1} label={t("The sheet with the best")} />
        </main>
      ) : (
        <game.Screen {...screen} />
      )}
    </div>
  );
}

/** Those not seen yet first, in an order of the device's own. */
async function choose() {
  const seen = new Set((await notes("best")).map((n) => n.n));
  const { answer: first } = await ask("best", { k: crypto.getRandomValues(new Uint32Array(1))[0] % 65536 });
  if (!seen.has(first.n)) return first;
  for (let k = 1; k < first.of; k++) if (!seen.has((first.n + k) % first.of)) return (await ask("best", { k: first.n + k })).answer;
  return first;
}

export function BestPage() {
  const [k, setK] = useState(0);
  const found = usePromise(async () => {
    const place = await choose();
    const [game, core, shown] = await Promise.all([loadGame(place.game), newCore(), newCore()]);
    return { place, game, core, position: new Position(shown) };
  }, [k]);
  const ready = found && !found.error;
  return (
    <>
      <Bar game={ready ? found.place.game : undefined} title={t("The best place")} sub={ready ? titleOf(found.place.game) : undefined} back="/puzzles">
        <a class="btn plain" href={ready ? `/rules/${found.place.game}` : "/"} aria-label={t("Rules")} title={t("Rules")}>
          <Icon id="i-book" />
        </a>
      </Bar>
      {ready ? <One key={`${k} ${found.place.n}`} {...found} onNext={() => setK(k + 1)} /> : <Coming problem={found?.error && { error: "fault" }} />}
    </>
  );
}

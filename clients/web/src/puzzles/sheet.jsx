// sheet.jsx -- the paper that every puzzle is drawn on: the board with what is seen, chosen, pencilled and spoken of; the tiles that
// are left; below or beside it whatever is to be done. Knows no puzzle: claim.js and the map lab do.
import { t } from "../words/i18n.js";
import { useLow, useMedia } from "../browser/hooks.js";
import { Board } from "../games/tiwanaku/board.jsx";
import { speaksOf } from "../games/tiwanaku/reason.js";
import { TileIcon } from "../games/tiwanaku/pieces.jsx";
import { LETTERS, spaceLabel, terrainName } from "../games/tiwanaku/words.js";
import { seenAt, spacesOf, tilesLeft, whatSaid } from "./claim.js";

/** The long board stands upright where the window does. */
function useUpright(cols) {
  const low = useLow(),
    wide = useMedia("(min-width: 760px)") && !low,
    short = useMedia("(max-height: 599px)");
  return cols === 9 && !wide && !low && !short;
}

/** The spaces of a position as the board draws them; more(name): what else is drawn there. guess: what is chosen, in pencil.
 * @param {import("./claim.js").Position} position
 * @param {(name: string) => object} more
 * @param {any} [guess] */
function drawnSpaces(position, more, guess = null) {
  return spacesOf(position).map((name) => {
    const c = { name, ...seenAt(position, name), ...more(name) };
    const label = spaceLabel(c, position.cols, () => "");
    if (name !== guess?.space || guess.what === null) return { ...c, label };
    const drawn = typeof guess.what === "number" ? { marks: { crops: [guess.what] } } : { terrain: guess.what, announced: true };
    return { ...c, ...drawn, label: `${label}, ${whatSaid(guess.what)}` };
  });
}

/** Tiles of each terrain that nobody has seen yet. */
const Tiles = ({ puzzle }) => (
  <ul class="pz-tiles" aria-label={t("Tiles not seen yet")}>
    <li class="pz-tiles-of small quiet" aria-hidden="true">
      {t("Tiles not seen yet")}
    </li>
    {tilesLeft(puzzle).map(([letter, n]) => (
      <li key={letter}>
        <TileIcon t={letter} size={26} />
        <b class="num">{n}</b>
        <span class="vh">{terrainName(LETTERS[letter])}</span>
      </li>
    ))}
  </ul>
);

/** Another map that fits all that is seen: what nobody saw is drawn fainter. at: the space it is about.
 * @param {{position: import("./claim.js").Position, counter: {terrain: number[], crop: number[]}, at: string}} props */
export function CounterMap({ position, counter, at }) {
  const upright = useUpright(position.cols);
  const map = { cols: position.cols, ...counter };
  const spaces = drawnSpaces(map, (name) => ({ announced: !seenAt(position, name).terrain, lit: name === at }));
  const label = t("A map that fits all you see");
  return (
    <figure class={`pz-counter ${position.cols === 9 ? "" : "on-tiny"}`}>
      <Board spaces={spaces} upright={upright} label={label} grid={{ at }} />
      <figcaption class="small quiet">{label}</figcaption>
    </figure>
  );
}

/** position: what is seen now. marks: pencil. choice: {space, what}, or null. step: of a reason. wrong: a space that was refused.
 * tiles: the puzzle, where tiles are to be counted. beside: another map, small ones side by side.
 * @param {{position: import("./claim.js").Position, marks?: Record<string, any>, choice?: any, step?: any, wrong?: string | null,
 *   tiles?: any, onPick?: (name: string, byKey: boolean) => void, onKey?: (event: KeyboardEvent, name: string) => void, focus?: number,
 *   tall?: boolean, beside?: Children, children?: Children}} props */
export function Sheet({ position, marks = {}, choice = null, step, wrong, tiles, onPick, onKey, focus, tall = false, beside = null, children }) {
  const upright = useUpright(position.cols);
  const counts = tiles && tilesLeft(tiles).some(([, n]) => n); // where all terrain lies open there is nothing to count
  const spoken = step ? speaksOf(step) : { spaces: [], because: [] };
  const more = (name) => ({
    marks: marks[name],
    sel: name === choice?.space,
    lit: spoken.spaces.includes(name),
    because: spoken.because.includes(name),
    refused: name === wrong,
    editable: Boolean(onPick),
  });
  const spaces = drawnSpaces(position, more, choice);
  const grid = { onPick: (c, byKey) => onPick?.(c.name, byKey), onKey: (e, c) => onKey?.(e, c.name), at: choice?.space, focus };
  return (
    <main
      class={`book pz ${position.cols === 9 ? "" : "on-tiny"} ${upright ? "tall-board" : ""} ${counts && !beside ? "" : "no-tiles"} ${beside ? "compared" : ""}`}
    >
      <section class="page dots pz-land" aria-label={t("The board")}>
        <div class="boardbox">
          <Board spaces={spaces} upright={upright} label={t("The board")} grid={grid} />
        </div>
        {beside}
        {counts && !beside && <Tiles puzzle={{ ...tiles, terrain: position.terrain }} />}
      </section>
      <section class={`page right pz-dock ${tall ? "tall" : ""}`} aria-label={t("Your answer")}>
        {children}
      </section>
    </main>
  );
}

// ask.jsx -- choosing what is at a space: a crop or a terrain, each a row to tap; pencil marks beside it.
import { useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Icon, IconButton } from "../parts/basics.jsx";
import { Choices, MarkEditor } from "../games/tiwanaku/dock.jsx";
import { CROP_MARKS, TERRAIN_MARKS } from "../games/tiwanaku/marks.js";
import { CropIcon, TileIcon } from "../games/tiwanaku/pieces.jsx";
import { LETTERS, cropName, terrainName } from "../games/tiwanaku/words.js";
import { claimSaid, isOpen, keyed, seenAt } from "./claim.js";

const crops = () =>
  CROP_MARKS.map((n) => ({
    value: n,
    label: `${cropName(n)} ${n}`,
    body: (
      <>
        <CropIcon n={n} size={38} />
        <span class="sure">{cropName(n)}</span>
      </>
    ),
  }));
const terrains = () =>
  TERRAIN_MARKS.map((l) => ({
    value: l,
    label: terrainName(LETTERS[l]),
    body: (
      <>
        <TileIcon t={l} size={34} />
        <span class="sure">{terrainName(LETTERS[l])}</span>
      </>
    ),
  }));

/** choice: {space, what: null so far}. done(claim): the words of the main button.
 * @param {{position: import("./claim.js").Position, choice: {space: string, what: any}, setChoice: (choice: any) => void, onGo: () => void, onPencil: () => void,
 *   done: (claim: string) => string, busy: boolean, focus: number}} props */
export function Ask({ position, choice, setChoice, onGo, onPencil, done, busy, focus }) {
  const { space, what } = choice,
    seen = seenAt(position, space);
  const say = (value) => setChoice({ space, what: value });
  const rows = { value: what, onChange: say, onDone: onGo };
  const [keys, setKeys] = useState(0); // digits and letters pressed here: the focus goes to what they choose
  const onTerrain = seen.crop || typeof what === "string",
    at = focus + keys;
  const key = (event) => {
    if (event.key === "Escape") return setChoice(null);
    const wish = keyed(event);
    if (wish === null || !isOpen(position, { space, what: wish })) return;
    event.preventDefault();
    say(wish);
    setKeys(keys + 1);
  };
  return (
    <section class="picker pz-ask" aria-label={t("What is at {space}?", { space })} onKeyDown={key}>
      <header>
        <h2>{t("What is at {space}?", { space })}</h2>
        <IconButton id="pencil" label={t("Pencil marks")} onClick={onPencil} />
        <IconButton id="close" label={t("Clear the choice")} onClick={() => setChoice(null)} />
      </header>
      {!seen.crop && <Choices label={t("Crop")} class="crops" options={crops()} focus={onTerrain ? 0 : at} {...rows} />}
      {!seen.terrain && <Choices label={t("Terrain")} class="hand4" options={terrains()} focus={onTerrain ? at : 0} {...rows} />}
      <footer>
        <button type="button" class="btn main grow" id="go" disabled={busy || what === null} onClick={onGo}>
          <Icon id="i-pen" size={20} />
          {what === null ? t("Choose what is there") : done(claimSaid({ space, what }))}
        </button>
      </footer>
    </section>
  );
}

/** The same in pencil: marks of the space, with a way back. open: the position. */
export function Pencil({ position, space, marks, onToggle, undo, onClear, onClose }) {
  const seen = space ? seenAt(position, space) : { terrain: null, crop: null };
  return (
    <MarkEditor
      space={space}
      marks={marks}
      onToggle={(what, off) => !off && onToggle(space, what)}
      undo={undo}
      onClose={onClose}
      open={{ terrain: Boolean(seen.terrain), crop: Boolean(seen.crop) }}
      tools={{ mayFill: false, hint: null, onFill: null, onCertain: null, onClear }}
    />
  );
}

// setup.jsx -- setting up one of the two dice games: their sheets as small drawings, or a file. Its texts are in the
// domains of both games (tools/texts.mjs).
import { useState } from "preact/hooks";
import { t } from "../../words/i18n.js";
import { openText } from "../../browser/files.js";
import { usePromise } from "../../browser/hooks.js";
import { ownSheet } from "../../pure/own_sheet.js";
import { faultText } from "../../words/refusals.js";
import { newCore } from "../../table/use_table.js";
import { Icon } from "../../parts/basics.jsx";
import { Ruling } from "../../parts/ruling.jsx";

/** The grid of a sheet's text as a small drawing. */
function Drawing({ text }) {
  const rows = text.split("grid:\n")[1].trimEnd().split("\n");
  const kind = { "#": "no", D: "no dr", o: "lake" };
  return (
    <svg class="mini" viewBox={`-1 -1 ${rows[0].length * 10 + 2} ${rows.length * 10 + 2}`} aria-hidden="true">
      {rows.flatMap((row, y) =>
        [...row].map((c, x) => kind[c] && <rect class={`m ${kind[c]}`} x={x * 10 + 0.6} y={y * 10 + 0.6} width="8.8" height="8.8" rx="1.5" />),
      )}
    </svg>
  );
}

/** A file with a sheet of one's own, below the sides. */
function OwnSheet({ game, value, onChange }) {
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const choose = async () => {
    const text = await openText(".sheet,.txt,text/plain");
    if (text === null) return;
    try {
      onChange({ text: ownSheet(await newCore(), game, text) });
      setProblem(null);
    } catch (e) {
      setProblem(await faultText(e));
    }
  };
  return (
    <div class="own-sheet stack-s">
      {value.text && (
        <div class="side-choice chosen">
          <Drawing text={value.text} />
          <span>{t("A sheet of your own")}</span>
        </div>
      )}
      <button type="button" class="btn" onClick={choose}>
        <Icon id="i-upload" size={20} />
        {value.text ? t("Another file") : t("A sheet of your own")}
      </button>
      {problem && (
        <p class="small" role="alert">
          {t("This sheet cannot be used.")} {problem}
        </p>
      )}
    </div>
  );
}

const sideName = (name) => ({ a: t("Side A, the gentle one"), b: t("Side B, the tight one"), c: t("Side C, a small pyramid"), d: t("Side D, a ruin") })[name];

/** A side that comes with the game, or a file. value: {name} or {text}. */
function SheetChoice({ game, value, onChange }) {
  const texts = usePromise(async () => {
    const core = await newCore();
    return Object.fromEntries(core.game(game).boards.map((name) => [name, core.board(game, name)]));
  }, [game]);
  return (
    <fieldset class="sides">
      <legend class="label">{t("Sheet")}</legend>
      {Object.entries(texts ?? {}).map(([name, text]) => (
        <label class="side-choice" key={name}>
          <input type="radio" name="sheet" checked={value.name === name} onChange={() => onChange({ name })} />
          <Drawing text={text} />
          <span>{sideName(name)}</span>
        </label>
      ))}
      <OwnSheet game={game} value={value} onChange={onChange} />
      <p class="quiet small">
        {t("The sheets are our own drawings, and the faces of the dice our own choice.")} <Ruling game={game} id="PP-2" />
      </p>
    </fieldset>
  );
}

/** The member `setup` of a dice game: all that is chosen is the sheet. */
export const sheetSetup = (game) => ({
  usual: { board: { name: "a" } },
  Extra: ({ value, onChange }) => <SheetChoice game={game} value={value.board} onChange={(board) => onChange({ ...value, board })} />,
});

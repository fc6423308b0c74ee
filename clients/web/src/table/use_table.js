// use_table.js -- hooks of the table page: the open table, its position, the draft.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Core } from "../pure/core.js";
import { compile } from "../net/own_files.js";
import { useRedraw } from "../browser/hooks.js";
import { keep, kept } from "../browser/kept.js";
import { learnNumbers } from "../pure/numbers.js";
import { once } from "../pure/once.js";
import { Position } from "../pure/position.js";
import { t } from "../words/i18n.js";
import { toast } from "../browser/say.js";
import { keepPromise } from "./promises.js";
import { isLocal } from "./table.js";
import { LocalTable } from "./table_local.js";
import { RemoteTable } from "./table_remote.js";

const rules = once(() => compile(WASM_URL));
/** A fresh Core with the rules. */
export const newCore = async () => learnNumbers(new Core(await rules()));

/** Says it when the server has gone back in time.
 * @param {import("./table.js").Table} table */
function tellAnew(table) {
  let life = 0;
  return () => {
    if (table.match.life === life) return;
    life = table.match.life;
    toast(t("The server went back to an earlier state. You see the table as it is there now."), "i-warn");
  };
}

/** The table of an id, and redraws when it changes. Null until it is there.
 * @param {string} id */
export function useTable(id) {
  const [table, setTable] = useState(/** @type {LocalTable | RemoteTable | null} */ (null));
  const redraw = useRedraw();
  useEffect(() => {
    const opened = isLocal(id) ? new LocalTable(id) : new RemoteTable(id);
    opened.listen(redraw);
    opened.listen(() => keepPromise(id, opened.match.commit));
    if (!isLocal(id)) opened.listen(tellAnew(opened));
    setTable(opened);
    return () => opened.close();
  }, [id]);
  return table;
}

/** The position of a match; null until the rules are there and the game has begun.
 * @param {Match | undefined} match
 * @param {any} core of newCore; undefined: not yet; with `error`: it did not come */
export function usePosition(match, core) {
  const position = useMemo(() => (core && !core.error ? new Position(core) : null), [core]);
  if (!position || !match?.started) return null;
  position.sync(match);
  return position;
}

/** The pencil: lines of my own that the table does not know yet, kept on the device for this round.
 * @param {Match | undefined} match
 * @param {Position | null} position
 * @returns {[string[], (lines: string[]) => void]} */
export function useDraft(match, position) {
  const redraw = useRedraw();
  const drawn = useRef(/** @type {{key: string | null, lines: string[]}} */ ({ key: null, lines: [] }));
  const key = `tambo.draft ${match?.id}${match?.hand ? ` ${match.me}` : ""}`; // where several play on this device, each their own
  const round = match?.lines.length,
    now = `${key} ${match?.life} ${round}`;
  if (position && drawn.current.key !== now) drawn.current = { key: now, lines: read(key, round, position) };
  /** @param {string[]} lines */
  const set = (lines) => {
    drawn.current.lines = lines;
    keep(key, lines.length ? { round, lines } : null);
    redraw();
  };
  return [drawn.current.lines, set];
}

/** @param {string} key
 * @param {number | undefined} round
 * @param {Position} position */
function read(key, round, position) {
  const was = kept(key);
  try {
    return was?.round === round && !position.objection(was.lines) ? was.lines : [];
  } catch {
    return []; // these are no lines
  }
}

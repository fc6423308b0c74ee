// source.js -- where the page of replays has its record from: a finished table, by its id, or the link. A file and
// pasted text need nothing of this. Pure but for the server and the device; tests run it under node.
import { t } from "../words/i18n.js";
import { problemText } from "../words/problems.js";
import { refusalsReady } from "../words/refusals.js";
import { TableError } from "../pure/table_error.js";
import { promiseOf } from "../table/promises.js";
import { recordAt } from "../table/server.js";
import { isLocal } from "../table/table.js";
import { ask } from "../table/table_local.js";
import { recordIn } from "./link.js";

/** Nobody sees a record before the end: it may tell what is hidden. */
const notOver = (table, title) => ({ problem: { title, text: t("Its record can be seen here when it is over."), table } });
const running = (table) => notOver(table, t("This game is still running."));

async function onDevice(id) {
  const { record, over } = await ask("kept", { table: id }).catch((e) => (e.word === "table" ? {} : Promise.reject(e)));
  if (!record) return { problem: { text: t("There is no such game on this device.") } };
  return over ? { text: record, promised: promiseOf(id), local: true } : running(id);
}

async function onServer(id) {
  const { status, record } = await recordAt(id);
  if (status === "playing") return running(id);
  if (status === "open") return notOver(id, t("This game has not begun yet."));
  if (status !== "over") throw new TableError("table", "There is no such table.");
  return { text: record, promised: promiseOf(id) };
}

/** The record of a table and what was promised: {text, promised, local}; or {problem: {title, text, table}}, where
 * `table` is one to go to. */
export async function recordOf(id) {
  try {
    return await (isLocal(id) ? onDevice(id) : onServer(id));
  } catch (e) {
    await refusalsReady();
    return { problem: { text: problemText({ error: e.word ?? "offline", text: e.message }) } };
  }
}

/** The record in the address; null if there is none. */
export async function fromLink() {
  try {
    const text = await recordIn(location.hash);
    return text === null ? null : { text, promised: null };
  } catch {
    return { problem: { text: t("The link is damaged: a part of it is missing.") } };
  }
}

// ended.js -- what becomes of a game when it is over: a note of one's own story, and what the page of the result says of it. Games of this
// device that ended without one (before there were notes, in another window, brought by a file) are taken in on the way. For
// pages/result.jsx, when a game is over, and the page of the story.
import { store } from "../browser/store.js";
import { loadPast } from "../games/index.js";
import { isLocal } from "../table/table.js";
import { ask } from "../table/table_local.js";
import { newCore } from "../table/use_table.js";
import { listOf, num, t } from "../words/i18n.js";
import { botsGame, endOf, gameNote } from "./game_note.js";
import { note, notes, today } from "./keep.js";
import { bestOf, newFeats } from "./scores.js";

/** @param {string} id
 * @param {{record: string, seat: number, levels: (string | null | undefined)[], at: number, as?: "" | "table" | "study"}} game */
async function keepGame(id, { record, seat, levels, at, as }) {
  const end = endOf(await newCore(), record, seat);
  await note("game", id, { ...gameNote(end, await loadPast(end.view.game), { levels, as }), at, day: today(new Date(at)) });
}

/** Notes of the finished games of this device that have none. One that cannot be read stays as it is. */
export async function takeIn() {
  const known = new Set((await notes("game")).map((n) => n.id)),
    list = await (await store()).all("list");
  for (const { id } of list.filter((row) => row.over && !known.has(row.id))) {
    try {
      await keepGame(id, await ask("kept", { table: id }));
    } catch {
      // of another version, or damaged: the first page still lists it
    }
  }
}

/** A game at a table online. What was hidden is told by its record alone.
 * @param {import("../table/table.js").Table} table */
async function takeOnline(table) {
  const { me, seats, at, head, lines, state } = table.match,
    record = state === null ? `${head}--\n${lines.join("\n")}\n` : (await table.act("record")).record;
  const levels = seats.map((s) => (s.kind === "bot" ? s.level : null));
  await keepGame(String(table.id), { record, seat: Number(me), levels, at: Math.min(at || Infinity, Date.now()) });
}

/** Notes the game of a table that is over, for one of its players, unless a bot played it. What is to be said of it: {best: on the stamp, told: beside it}; each may
 * be null.
 * @param {import("../table/table.js").Table} table */
export async function ended(table) {
  const id = String(table.id),
    bots = isLocal(id) ? null : botsGame(table.match);
  if (bots) return { best: null, told: t("A bot made {n} of your {m} turns, so this game does not count in your story.", bots) };
  if (isLocal(id)) await takeIn();
  else if (!(await notes("game")).some((n) => n.id === id)) await takeOnline(table);
  const all = await notes("game"),
    mine = all.find((n) => n.id === id);
  if (!mine || mine.as) return null;
  const past = await loadPast(mine.game);
  const before = bestOf(all, mine),
    feats = newFeats(all, mine).flatMap((key) => past?.feats.find((f) => f.key === key)?.name() ?? []);
  const told = [
    before === null ? null : t("Your best yet; it was {n} before.", { n: num(before) }),
    feats.length ? t("For the first time: {feats}.", { feats: listOf(feats) }) : null,
  ];
  return { best: before === null ? null : t("best yet"), told: told.filter(Boolean).join(" ") || null };
}

// keep.js -- the notes that one's own story is made of, kept on the device. A note is a fact that never changes: {kind, id, at,
// day, ...}; `day` is the date by the calendar of the person, then and there ("2026-11-16"). So two devices are brought together by taking the
// notes of both. Kinds and their members:
//
//   game    id: of the table. game, mode, board (its name, or null), sort (of boards whose scores can be compared, or null), seat, points, level,
//           won, lost, others: [{bot: level or null, name, points}] (the game's own side has neither), feats: [key], as: "" (a game of one's
//           own), "table" (several people at this device: nobody's points), "study" (it went on from a record). game_note.js makes them
//   puzzle  id: of the puzzle and when. puzzle, sort ("certain", "skill", "whole", "streak"), technique, rating (the puzzle's), right,
//           slips, own (the rating after it), run (of a streak), claim (what was said), again (it was seen before, and counts for no rating)
//   best    id: `N` and when. n (of the position, bots/best_list.c), right, lost (hundredths of a point)
//   day     id: `DAY PART` of the first practice, `DAY PART ranked` of what counted on a server; day: when it was finished. part (of a game, or
//           "puzzle"), ranked, points, of (the most there is, or null), table
import { storyStore } from "../browser/store.js";
import { noteLost } from "../words/problems.js";

/** The date here and now, as in `day`.
 * @param {Date} [now] */
export const today = (now = new Date()) => [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n, i) => String(n).padStart(i ? 2 : 4, "0")).join("-");

/** Keeps a note, unless there is one of that kind and id. False: there was. What cannot be kept (a full device) is said, and stops nobody.
 * @param {string} kind
 * @param {string} id
 * @param {object} members */
export async function note(kind, id, members) {
  const key = `${kind} ${id}`;
  try {
    const kept = await storyStore();
    if (await kept.get("story", key)) return false;
    await kept.set("story", key, { kind, id, at: Date.now(), day: today(), ...members });
    if (kept.lost) noteLost();
  } catch {
    noteLost();
  }
  return true;
}

/** All notes, the oldest first.
 * @returns {Promise<any[]>} */
export const allNotes = async () => (await (await storyStore()).all("story")).sort((a, b) => a.at - b.at);

/** All notes of a kind, the oldest first.
 * @param {string} kind
 * @returns {Promise<any[]>} */
export const notes = async (kind) => (await allNotes()).filter((n) => n.kind === kind);

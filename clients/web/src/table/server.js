// server.js -- what pages ask of the server besides the table they show (HTTP of docs/protocol.md): new tables, my
// tables, who I am, records. They throw a TableError, `offline` if nobody answers.
import { becomes, call, callText, introduce } from "../net/line.js";
import { newId } from "./table.js";
export { whenSignedOut } from "../net/line.js";
export { keepUp } from "../net/renew.js";

const wishes = new Map(); // what was asked for, as text -> its id
/** A new table; gives its id. The id of the wish is kept until it is answered: asking again makes no second table.
 * @param {object} wish */
export async function openTable(wish) {
  const text = JSON.stringify(wish);
  if (!wishes.has(text)) wishes.set(text, newId());
  const { table } = await call("POST", "tables", { ...wish, id: wishes.get(text) });
  wishes.delete(text);
  return table;
}

/** {player, tables}: who I am, and the tables I sit at. */
export async function myTables() {
  const { player } = await introduce();
  return { player, tables: (await call("GET", "tables/mine")).tables };
}

/** This browser becomes the player of a personal link: {player, name}.
 * @param {string} link */
export async function becomeBy(link) {
  const me = await call("POST", "me", { link });
  becomes(me);
  return me;
}

/** A personal link, for whoever has this name, if any.
 * @param {string} name */
export async function personalLink(name) {
  if (name) await call("POST", "me", { name });
  return (await call("POST", "link", {})).link;
}

/** Ends all tokens of this player but the one that this browser gets now. */
export async function signOutElsewhere() {
  const wish = { end: true, id: newId() }, // the same id: if only the answer got lost, it is given again
    ended = call("POST", "me", wish)
      .catch(() => call("POST", "me", wish))
      .catch(() => call("POST", "me", wish));
  becomes(ended);
  await ended;
}

/** How a table stands, and its record if it is over: {status, record}.
 * @param {string} id */
export async function recordAt(id) {
  const path = `tables/${encodeURIComponent(id)}`,
    { status } = await call("GET", path);
  return { status, record: status === "over" ? await callText(`${path}/record`) : null };
}

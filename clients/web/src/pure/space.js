// space.js -- names of spaces: a column letter and a row number, a1 at the top left.
/** "c4" -> {x: 2, y: 3}
 * @param {string} name */
export const place = (name) => ({ x: name.charCodeAt(0) - 97, y: Number(name.slice(1)) - 1 });

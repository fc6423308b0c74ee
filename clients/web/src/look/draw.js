// draw.js -- for pictures that are SVG text (games/NAME/scene.js).

/** What f says of 0 to n - 1, one behind the other. */
export const rep = (n, f) => Array.from({ length: n }, (_, i) => f(i)).join("");

// dice.js -- the sixth faces of the dice of Valley: purple, green, red (PP-2).
export const SIXTH = ["penny", "dakota", "snake"];

// dice.js -- the sixth faces of the dice of Temple: purple, green, red (PP-2).
export const SIXTH = ["penny", "lock", "mummy"];

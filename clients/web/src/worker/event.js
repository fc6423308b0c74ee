// event.js -- the kinds of events that happen at a table on this device, by their numbers in table/event.h.
export const EVENT = { create: 1, sit: 2, bot: 3, start: 5, chance: 6, move: 7, back: 8, here: 11, next: 15, turn: 16 };

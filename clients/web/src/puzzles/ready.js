// ready.js -- the texts that every puzzle needs: of its page, of the land, and of what is refused.
import { loadTexts } from "../words/i18n.js";
import { refusalsReady } from "../words/refusals.js";

/** Resolves when they are there. */
export const puzzlesReady = async () => ({ all: await Promise.all([loadTexts("puzzles"), loadTexts("tiwanaku"), refusalsReady()]) });

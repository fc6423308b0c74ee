// card_words.js -- a recovery card in words: 80 bits as ten of 256 words, and back from what somebody typed. The words are the same in all
// languages, short, and so far apart that a slip of the finger leaves one nearest; four letters are enough for each. Changing
// one would make old cards unreadable. Knows no server.

/** Words of a card. */
export const CARD_WORDS = 10;
const SLIPS = 2; // letters that may be wrong, left out, too many or swapped

export const WORDS = `
acorn album almond alpaca amber anchor angel animal answer apple april arrow autumn badge bakery bamboo banjo barrel basket beach beaver bison bottle
bread breeze broom butter cabin cactus camel candle carpet cedar cheese cherry chili cinema circus clock clover cobra coffee copper cotton cousin
crayon crown daisy dancer deer doctor donkey dozen drum duck eagle earth echo eight elbow eleven engine fabric falcon family farm fiddle finger fjord
flute forest fossil friday fruit funnel galaxy garden garlic globe goat grape guitar harbor helmet hero hippo horse hotel hymn igloo indigo insect
island ivory jaguar jasmine jelly jewel jigsaw journey juice jungle karate kayak kitchen kiwi knee koala ladder lagoon lamp lantern laptop lemon
leopard lettuce library lilac lizard lobster lotus lunch lynx machine magnet mammoth marble meadow metal meteor milk minute mirror moon morning mosaic
muffin museum myth napkin nature needle nest ninja nougat nutmeg oasis ocean octopus olive olympic onion opera orange orchid oregano oval oxygen
package painter palace panda papaya paprika pebble pencil penguin piano picnic pigeon pilot planet pocket poem popcorn potato pretzel prince puma
pumpkin puzzle pyramid quartz queen quilt rabbit radio rainbow raven rhino rhythm ribbon robot ruby sailor school sheep shelter silver sixteen skate
skirt snow sphinx spider spinach squash star station stone student summer sunday syrup teapot tundra tennis theatre thirty thumb thunder tofu tower
tractor train trumpet tulip turtle twenty unicorn vacuum vanilla village violin viper vitamin volcano voyage vulture waffle walnut water wedding
weekend whale wheat whistle willow wolf wonder wrist yacht yoga yogurt zigzag zinc
`
  .trim()
  .split(/\s+/);

/** The words of a card.
 * @param {string} hex its 20 digits */
export const wordsOfCard = (hex) => (hex.match(/../g) ?? []).map((two) => WORDS[Number.parseInt(two, 16)]);

/** How many letters make one word of the other.
 * @param {string} a
 * @param {string} b */
export function slipsBetween(a, b) {
  let before = /** @type {number[]} */ ([]),
    row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** The word that is meant, or null: none, or more than one.
 * @param {string} typed small letters */
export function wordMeant(typed) {
  if (WORDS.includes(typed)) return typed;
  const begun = typed.length >= 4 ? WORDS.filter((w) => w.startsWith(typed.slice(0, 4)) && (w.startsWith(typed) || slipsBetween(w, typed) <= SLIPS)) : [];
  if (begun.length === 1) return begun[0];
  const far = WORDS.map((w) => slipsBetween(w, typed)),
    least = Math.min(...far);
  return least <= Math.min(SLIPS, typed.length - 2) && far.filter((n) => n === least).length === 1 ? WORDS[far.indexOf(least)] : null;
}

/** What somebody typed or opened: {hex} of a card, or {words, wrong}: the words as they were read, null where none is meant, and how many are
 * not right.
 * @param {string} text ten words, or a link or code with the digits
 * @returns {{hex?: string, words: (string | null)[], wrong: string[]}} */
export function readCard(text) {
  const digits = /(?:^|card-)([0-9a-f]{20})$/i.exec(text.trim())?.[1];
  if (digits) return { hex: digits.toLowerCase(), words: wordsOfCard(digits), wrong: [] };
  const typed = text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean),
    words = typed.map(wordMeant),
    wrong = typed.filter((_, i) => !words[i]);
  if (wrong.length || words.length !== CARD_WORDS) return { words, wrong };
  return {
    hex: words
      .map((w) =>
        WORDS.indexOf(/** @type {string} */ (w))
          .toString(16)
          .padStart(2, "0"),
      )
      .join(""),
    words,
    wrong,
  };
}

// lesson.js -- the first turns of Tiwanaku, on a tiny map whose crops can soon be known for certain; then two turns on the same
// map against the Otoma.
import { t } from "../../words/i18n.js";
import { FRIEND } from "../../words/names.js";

const head = (how, seats) => `tambo-record 1
game: tiwanaku
mode: ${how}
players: ${seats.length}
scenario:
tambo-scenario 1
board: tiny
name: First Steps
start: b1 c1 d1 a4 e4
otoma: b1 c1 d1 a4 e4
terrain:
mmmmv
ffffd
fvvvd
dvvdd
dmmmd
crops:
34121
12535
43121
15434
23212
end
${seats.map((name, i) => `seat ${i + 1}: ${name}\n`).join("")}`;

/** Tiles as SOL-3 numbers them: on top a forest with a blue arrow (32) that points down from c1, and a desert with a green one (19)
 * that points out of the board at b1. */
const alone = {
  head: head("solo-easy", [""]),
  begin: ["* stack valley 0 1 2 3 4 5", "* stack desert 19 15 16 17 18", "* stack forest 32 33 34 35 36", "* stack mountain 47 48 49 50"],
};

export default () => ({
  game: "tiwanaku",
  head: head("competitive", ["", FRIEND]),
  begin: ["* first 1"],
  steps: [
    {
      text: t("The land is hidden, and walking reveals it. Bring a pawn in at the edge: choose a1 and go there."),
      spots: ["a1"],
      turn: ["1 enter a1"],
      then: ["2 enter b2"],
    },
    {
      text: t("Mountain! Your stone for that terrain went up, for 1 point. Bring a second pawn from your supply to e1: stones side by side are worth more."),
      spots: ["e1"],
      turn: ["1 enter e1"],
      then: ["2 enter c2"],
    },
    {
      text: t("Two stones on the same level gave 2 points. Bring a third pawn to e2 and look for another terrain."),
      spots: ["e2"],
      turn: ["1 enter e2"],
      then: ["2 enter d2"],
    },
    {
      text: t(
        "Equal terrain that touches is a region. A region of one space grows crop 1, one of two grows 1 and 2, and so on. Around e1 all is different: divine a 1 there.",
      ),
      spots: ["e1"],
      turn: ["1 divine e1 1"],
      then: [],
    },
    {
      text: t("Right: 1 point and an offering. What grows under your other pawns is not certain, and a wrong guess costs points: end the turn."),
      turn: ["1 end"],
      then: ["2 enter a2"],
    },
    {
      text: t("Now you see the whole mountain region, a1 to d1: four spaces with 4, 1 and 2. Divine the missing 3 at a1."),
      spots: ["a1", "b1", "c1", "d1"],
      turn: ["1 divine a1 3"],
      then: [],
    },
    { text: t("Two different offerings are worth 1 point now, five of them 10. Choose both, and offer them."), turn: ["1 offer 1 3"], then: ["2 enter a5"] },
    {
      text: t("You have no forest yet. Bring a pawn to a3: with four stones side by side that is worth 4 points."),
      spots: ["a3"],
      turn: ["1 enter a3"],
      then: ["2 divine a2 1", "2 end"],
    },
    { text: t("Equal crops never touch, not even at a corner: that helps to read the land. Pencil what you think on the spaces, with “Marks”.") },
    {
      text: t(
        "When the last piece of land is found, all go on divining, one crop at a time, until everybody has passed, erred or run out. Then comes a last offer, and the most points win.",
      ),
    },
    {
      text: t("Alone, you play against the Otoma, five pawns of five colours. You move them, by the arrows on the tiles you find. Bring a pawn in at a3."),
      anew: alone,
      spots: ["a3"],
      turn: ["1 enter a3"],
      then: [],
    },
    {
      text: t(
        "The arrow was blue: so the blue Otoma went the way it points, over everything, to the first space in the fog, c2. They score for land and crop at once. Now bring a pawn in at e3.",
      ),
      spots: ["c2", "e3"],
      turn: ["1 enter e3"],
      then: [],
    },
    {
      text: t(
        "Green, and off the board. There trails join the rows and columns, two by two: it left at b1, came in again at a1 and stopped in the fog. So look where an arrow would send them, and divine: after a divination they stay put.",
      ),
      spots: ["b1", "a1"],
    },
  ],
  end: t(
    "Alone, the game ends with the last piece of land, and you need more points than the Otoma. Our copy of the rules is a damaged draft: where your own book says otherwise, your book is right. Now read a land of your own.",
  ),
});

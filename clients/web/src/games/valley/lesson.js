// lesson.js -- the first game of Valley: a valley of eleven spaces, from the first number to the full sheet.
import { t } from "../../words/i18n.js";
import { FRIEND } from "../../words/names.js";

const head = `tambo-record 1
game: valley
mode: multi
players: 2
sheet:
tambo-sheet 1
game: valley
name: first-steps
grid:
###.
####
####
end
seat 1:${" "}
seat 2: ${FRIEND}
`;

const range = ["1 write pr 8 b2", "1 draw mine c1"];
const jungle = ["1 write g 1 c3", "1 write penny 7 d3", "1 write r 4 d2"];

export default () => ({
  game: "valley",
  head,
  begin: ["* roll 2 4 5"],
  steps: [
    {
      text: t("Each die is used once, alone or added to others. Your first number goes to the edge: tap the marked a1 and choose 6, made of 2 and 4."),
      spots: ["a1"],
      draft: ["1 write pg 6 a1"],
    },
    {
      text: t("The red 5 is left. New numbers must touch what is there: write 5 at a2, then press “Ready, ink it”."),
      spots: ["a2"],
      turn: ["1 write pg 6 a1", "1 write r 5 a2", "1 done"],
      then: ["2 write pgr 11 b1", "2 done", "* roll 3 4 2"],
    },
    {
      text: t("High numbers make mountains. Write 7 at b1, made of 3 and 4, and the red 2 at a3; then ink both."),
      spots: ["b1", "a3"],
      turn: ["1 write pg 7 b1", "1 write r 2 a3", "1 done"],
      then: ["2 write pgr 9 b2", "2 done", "* roll 5 dakota 3"],
    },
    { text: t("Dakota draws a structure. Write 8 at b2, made of 5 and 3, and let Dakota draw a mine at c1."), spots: ["b2", "c1"], draft: range },
    {
      text: t(
        "Three numbers of 6 or more that touch, at a side or a corner, are a mountain range: 7 points, and 2 more for each of its spaces beside the mine. Press “Reveal and ink it”.",
      ),
      turn: [...range, "1 reveal range a1 b1 b2"],
      then: ["2 write pr 8 c2", "2 done", "* roll 3 1 snake", "* pass 2 1"],
    },
    {
      text: t("A snake! It costs the largest number beside it. You hold Inès's sheet: draw the snake at c1, beside her 11, and ink it."),
      spots: ["c1"],
      turn: ["1 snake c1"],
      then: ["2 snake c2", "* roll 4 5 3"],
    },
    {
      text: t("Her snake lies beside your 8. A 9 drives it out: tap the snake at c2 and use 4 and 5. Write the red 3 at b3, and ink both."),
      spots: ["c2", "b3"],
      turn: ["1 cross pg c2", "1 write r 3 b3", "1 done"],
      then: ["2 write pgr 12 a2", "2 done", "* roll penny 1 4"],
    },
    { text: t("Penny writes any number. Write 1 at c3, then Penny's 7 at d3, then 4 at d2."), spots: ["c3", "d3", "d2"], draft: jungle },
    {
      text: t(
        "Five different numbers that touch are a jungle: 5 points. The 4 at d2 and the 1 at c3 touch at a corner: that is enough. Reveal it and ink it. Your valley is full, which gives 7 more.",
      ),
      spots: ["d2", "c3"],
      turn: [...jungle, "1 reveal jungle a2 d2 a3 b3 c3"],
      then: ["2 cross penny c1", "2 done"],
    },
  ],
  end: t("There are towns, too: four equal numbers, 6 points. And pyramids: a T of numbers of 10 or more, 15 points. Now you can fill a whole valley."),
});

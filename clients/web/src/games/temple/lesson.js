// lesson.js -- the first game of Temple: a temple of eight spaces, from the first roll to the last.
import { t } from "../../words/i18n.js";
import { FRIEND } from "../../words/names.js";

const head = `tambo-record 1
game: temple
mode: multi
players: 2
sheet:
tambo-sheet 1
game: temple
name: first-steps
grid:
.###.
##D##
end
seat 1:${" "}
seat 2: ${FRIEND}
`;

export default () => ({
  game: "temple",
  head,
  begin: ["* roll 2 1 4"],
  steps: [
    {
      text: t("Everybody uses the same three dice. Tap the marked space b1 and choose 2: a number is one die, or several added up."),
      spots: ["b1"],
      draft: ["1 write 2 b1"],
    },
    {
      text: t("That is pencil, and you may still rub it out. Press “Ready, ink it” to make it stay."),
      turn: ["1 write 2 b1"],
      then: ["2 write 4 d1", "* roll 1 2 5"],
    },
    {
      text: t("Numbers that climb by one from space to space are worth a point each. Add 1 and 2, write 3 at c1 beside your 2, and ink it."),
      spots: ["c1"],
      turn: ["1 write 3 c1"],
      then: ["2 write 5 d2", "* roll 4 lock 3"],
    },
    {
      text: t("The lockpick opens doors: now the number must go into one. Write 4 in the door c2 below your 3, and ink it."),
      spots: ["c2"],
      turn: ["1 write 4 c2"],
      then: ["2 write 7 c2", "* roll 1 3 1"],
    },
    {
      text: t("All three dice make 5. Write it at d1 and ink it. It touches the 4 at a corner only, and corners count: a run of four is four points."),
      spots: ["c2", "d1"],
      turn: ["1 write 5 d1"],
      then: ["2 write 4 c1", "* roll 3 2 mummy", "* pass 2 1"],
    },
    {
      text: t("A mummy! You hold Inès's sheet, and she holds yours. Draw the mummy at b1, in the way of her numbers, and ink it."),
      spots: ["b1"],
      turn: ["1 mummy b1"],
      then: ["2 mummy b2", "* roll penny 4 2"],
    },
    {
      text: t("Penny writes any number. A 9 vanquishes mummies, which cost 2 points each: write 9 at a2, beside yours, and ink it."),
      spots: ["a2"],
      turn: ["1 write 9 a2"],
      then: ["2 write 3 b2", "* roll 2 3 4"],
    },
    {
      text: t("The mummy at b2 is crossed out by itself: that is free, and now it gives 2 points. Write 5 at d2, and ink both."),
      spots: ["d2"],
      turn: ["1 cross b2", "1 write 5 d2"],
      then: ["2 write 3 a2", "* roll 5 1 2"],
    },
    {
      text: t("Three equal numbers that touch, at a side or a corner, are worth 3 points. Write the third 5 at e2 and ink it: the temple is full."),
      spots: ["e2"],
      turn: ["1 write 5 e2"],
      then: ["2 write 6 e2"],
    },
  ],
  end: t("A run of four, a group of three and a vanquished mummy: 9 points. That is all there is to it. Real temples are larger, and the mummies meaner."),
});

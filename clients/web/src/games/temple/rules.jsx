// rules.jsx -- the rules of Temple in our own words, each with its id as an anchor, so that a screen
// can link to the rule it rests on. A ruling of ours (where the print is silent) says so.
import { t } from "../../words/i18n.js";
import { StillCells, U } from "../../parts/grid.jsx";
import { place } from "../../pure/space.js";
import { Dice as PapersDice, Faces, Leaving, Round, Sealed, Sheet } from "../papers/rules.jsx";
import { Ledger } from "./counting.jsx";
import { SIXTH } from "./dice.js";
import { counted, spaces } from "./example.js";
import { RunPath, Glyphs } from "./sheet.jsx";
import { CountedExample, Rule, RulesPage } from "../../parts/rules.jsx";

/** A few spaces as a drawn example: {c4: 7, ...}. legal: names.
 * @param {{spaces: Record<string, number | string | null>, legal?: string[], run?: string[], hatch?: Record<string, string>, crossed?: string[], label: string}} props */
function Example({ spaces, legal = [], run = [], hatch = {}, crossed = [], label }) {
  const cells = Object.entries(spaces).map(([name, v]) => ({
    name,
    ...place(name),
    v,
    st: legal.includes(name) ? "legal" : "",
    hatch: hatch[name],
    crossed: crossed.includes(name),
  }));
  const W = Math.max(...cells.map((c) => c.x)) + 1,
    H = Math.max(...cells.map((c) => c.y)) + 1;
  return (
    <svg class="sheet temple example" viewBox={`-4 -4 ${W * U + 8} ${H * U + 8}`} width={W * 52} role="img" aria-label={label}>
      <StillCells cells={cells} bare />
      <RunPath cells={run.flatMap((name) => cells.filter((c) => c.name === name))} h={U} />
      <Glyphs cells={cells} h={U} />
    </svg>
  );
}

const Dice = ({ faces }) => <PapersDice faces={faces} sixth={SIXTH} />;

/** What points are for: a sentence and a drawing of each. For this page, and for who asks at the table. */
export const drawn = {
  run: () => ({
    text: t("The run: one point for each space of the longest chain of neighbours that climbs by one at each step."),
    picture: <Example spaces={{ a1: 5, b1: 6, c1: 2, a2: 1, b2: 4, c2: 7 }} run={["b2", "a1", "b1", "c2"]} label={t("A run of four: 4, 5, 6, 7")} />,
  }),
  groups: () => ({
    text: t("Groups: 3 points for each number that stands in three or more connected spaces. Each number counts once."),
    picture: (
      <Example
        spaces={{ a1: 5, b1: 5, c1: 8, a2: 3, b2: 6, c2: 5 }}
        hatch={{ a1: "g1", b1: "g1", c2: "g1" }}
        label={t("A group of three fives; the third touches at a corner")}
      />
    ),
  }),
  mummies: () => ({
    text: t("Mummies: plus 2 points for each one crossed out, minus 2 for each of the others. A space may count for all of these at once."),
    picture: (
      <Example
        spaces={{ a1: 4, b1: "mummy", c1: null, a2: null, b2: 9, c2: "mummy" }}
        crossed={["b1", "c2"]}
        label={t("A 9 with two mummies beside it, both crossed out")}
      />
    ),
  }),
};
const Drawn = ({ of }) => (
  <>
    <p>{drawn[of]().text}</p>
    {drawn[of]().picture}
  </>
);

function Counted() {
  const { run, groups, rest, both } = counted;
  const hatch = Object.fromEntries(groups.flatMap((g, k) => g.spaces.map((name) => [name, `g${k + 1}`])));
  return (
    <CountedExample
      text={t("A small temple, full to the last space. Look at the {n} at {space}: it counts twice, once in the run and once in its group.", {
        n: spaces[both],
        space: both,
      })}
    >
      <Example
        {...{ spaces, run, hatch }}
        crossed={rest.map((m) => m.at)}
        label={t("A full temple with its run, two groups, a mummy beside a 9 and one that no 9 reaches")}
      />
      <Ledger c={{ ...counted, run: run.length }} run={run.map((at) => ({ at, v: spaces[at] }))} step={Infinity} />
    </CountedExample>
  );
}

export function Rules() {
  return (
    <RulesPage
      intro={t(
        "You fill a temple with numbers. Numbers that climb from space to space, and equal numbers side by side, score points. Mummies cost points, unless a 9 lies beside them.",
      )}
    >
      <Sheet>
        <Example
          spaces={{ a1: null, b1: null, c1: null, a2: null, b2: 7, c2: null, a3: null, b3: null, c3: null }}
          legal={["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]}
          label={t("A space and its eight neighbours")}
        />
      </Sheet>
      <Round />
      <Rule id="PP-2" title={t("The dice")}>
        <p>
          {t(
            "Each die has the numbers 1 to 5 and one picture: Penny on the purple one, the lockpick on the green one, the mummy on the red one. All six faces are equally likely.",
          )}
        </p>
        <Faces sixth={SIXTH} />
      </Rule>
      <Rule id="TEM-2" title={t("Write one number")}>
        <p>{t("Take one die, two, or all three, add them up, and write the sum in one empty space without a door. You must write, even where it hurts.")}</p>
        <Dice faces={[2, 3, 5]} />
        <p>{t("With 2, 3 and 5 you may write 2, 3, 5, 7, 8 or 10; 5 can be made in two ways, which makes no difference.")}</p>
        <p>{t("Here a second tap on the chosen number inks it.")}</p>
      </Rule>
      <Rule id="TEM-4" title={t("The lockpick")}>
        <p>
          {t(
            "The lockpick opens doors: this round the number must go in a door, and it comes from the other dice. Without a lockpick nobody writes in a door.",
          )}
        </p>
        <Dice faces={[4, "lock", 1]} />
      </Rule>
      <Rule id="TEM-6" ruling title={t("A lockpick, but no empty door")}>
        <p>{t("Then the lockpick is ignored. The number comes from the other dice, or is Penny's choice, and goes in a space without a door.")}</p>
      </Rule>
      <Rule id="TEM-5" title={t("Penny")}>
        <p>{t("Write any number from 1 to 15: in a space without a door, or in a door if the lockpick was rolled too.")}</p>
        <Dice faces={["penny", 2, 3]} />
      </Rule>
      <Rule id="PP-4" title={t("The mummy")}>
        <p>
          {t(
            "The other two dice do not count. The sheets are handed round at random; you draw a mummy on the sheet you hold, and the sheet goes home. Every sheet gets one.",
          )}
        </p>
        <Dice faces={[4, 1, "mummy"]} />
      </Rule>
      <Rule id="TEM-7" ruling title={t("Where a mummy goes")}>
        <p>{t("In an empty space without a door. Nothing else can stand there afterwards.")}</p>
      </Rule>
      <Rule id="TEM-8" ruling title={t("Vanquishing a mummy")}>
        <p>
          {t(
            "A mummy next to a 9 may be crossed out in any later round, without using your turn: first you cross out, then you write. It makes no difference which of the two was there first. One 9 is enough for all mummies around it. The space stays used up.",
          )}
        </p>
        {drawn.mummies().picture}
      </Rule>
      <Rule id="TEM-9" ruling title={t("Forgotten mummies")}>
        <p>{t("At the end every mummy next to a 9 is crossed out by itself. Nobody loses points by forgetting.")}</p>
      </Rule>
      <Sealed />
      <Leaving />
      <Rule id="TEM-10" title={t("The end")}>
        <p>{t("The game ends after the round in which all spaces without a door are full. Doors may stay empty.")}</p>
      </Rule>
      <Rule id="TEM-11" title={t("Points")}>
        <Drawn of="run" />
        <Drawn of="groups" />
        <p>{drawn.mummies().text}</p>
      </Rule>
      <Counted />
      <Rule id="TEM-12" title={t("Who wins")}>
        <p>{t("The most points; then the longer run; then the victory is shared.")}</p>
      </Rule>
      <Rule id="TEM-13" ruling title={t("Alone")}>
        <p>
          {t(
            "A mummy must go next to the space you filled in the round before, whether with a number or a mummy. If nothing is free there, and in the first round, it may go in any empty space without a door.",
          )}
        </p>
      </Rule>
      <Rule id="TEM-14" title={t("Levels")}>
        <p>{t("Below 15 points: Tourist. From 15: Pathfinder. From 25: Voyager. From 30: Explorer.")}</p>
      </Rule>
    </RulesPage>
  );
}

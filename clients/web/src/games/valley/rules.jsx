// rules.jsx -- the rules of Valley in our own words, each with its id as an anchor, so that a screen
// can link to the rule it rests on. A ruling of ours (where the print is silent) says so.
import { t } from "../../words/i18n.js";
import { Glyph, StillCells, U } from "../../parts/grid.jsx";
import { Changed, CountedExample, Rule, RulesPage } from "../../parts/rules.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { place } from "../../pure/space.js";
import { Dice as PapersDice, Faces, Leaving, Round, Sealed, Sheet } from "../papers/rules.jsx";
import { Ledger, stepsOf } from "./counting.jsx";
import { SIXTH } from "./dice.js";
import { counted, sheet, spaces } from "./example.js";
import { KINDS, bitesOf, builtOf, cellsOf } from "./count.js";
import { Badge, Discovery, Thread, Valley } from "./sheet.jsx";

/** A few spaces as a drawn example: {c4: 7, ...}. legal, preview: names; found: discoveries;
 * feeds, bites: [from, to, points].
 * @param {{spaces: Record<string, number | string | null>, legal?: string[], preview?: string[], crossed?: string[], found?: import("./sheet.jsx").Found[],
 *   feeds?: [string, string, number][], bites?: [string, string, number][], label: string}} props */
function Example({ spaces, legal = [], preview = [], crossed = [], found = [], feeds = [], bites = [], label }) {
  const cells = Object.entries(spaces).map(([name, v]) => ({
    name,
    ...place(name),
    v,
    crossed: crossed.includes(name),
    st: preview.includes(name) ? "preview" : legal.includes(name) ? "legal" : "",
  }));
  const W = Math.max(...cells.map((c) => c.x)) + 1,
    H = Math.max(...cells.map((c) => c.y)) + 1;
  const centre = (n) => n * U + U / 2;
  return (
    <svg class="sheet valley example" viewBox={`-4 -4 ${W * U + 8} ${H * U + 8}`} width={W * 52} role="img" aria-label={label}>
      <StillCells cells={cells} bare />
      {found.map((d) => (
        <Discovery key={d.spaces.join()} {...d} />
      ))}
      {feeds.map(([from, to]) => (
        <Thread key={to} from={from} to={to} class="feed" />
      ))}
      {bites.map(([from, to]) => (
        <Thread key={from} from={from} to={to} />
      ))}
      {cells.map((c) => (
        <Glyph key={c.name} c={c} cx={centre(c.x)} cy={centre(c.y)} />
      ))}
      {feeds
        .filter(([from], i) => feeds.findIndex((f) => f[0] === from) === i)
        .map(([from, , n]) => (
          <Badge key={from} space={from} text={`+${n}`} class="cost brings" />
        ))}
      {bites.map(([from, , n]) => (
        <Badge key={from} space={from} text={`−${n}`} />
      ))}
    </svg>
  );
}

const Dice = ({ faces }) => <PapersDice faces={faces} sixth={SIXTH} />;

/** A small valley with a lake: which spaces lie at the edge. */
function Edge() {
  const spaces = ["a1", "b1", "c1", "d1", "a2", "b2", "d2", "a3", "b3", "c3", "d3"],
    edge = spaces.filter((name) => name !== "b2");
  const sheet = { numbers: spaces.map(() => 0), snakes: [], crossed: [], discoveries: [] };
  const view = { spaces, edge, sheets: [sheet] };
  const cells = cellsOf(view, 1).map((c) => ({ ...c, st: edge.includes(c.name) ? "legal" : "" }));
  return (
    <div class="example small-valley">
      <Valley
        view={view}
        cells={cells}
        found={[]}
        label={t("A small valley: every space beside the clouds may be the first; the inner one beside a lake may not")}
      />
    </div>
  );
}

/** A sentence and a drawing of each discovery, of structures and of snakes. For this page, and for who asks at the table. */
export const drawn = {
  jungle: () => ({
    text: t("Jungle, 5 points: five connected spaces with five different numbers."),
    picture: (
      <Example
        spaces={{ a1: 2, b1: 5, c1: null, a2: null, b2: 1, c2: 7, a3: null, b3: null, c3: 3 }}
        found={[{ kind: "jungle", spaces: ["a1", "b1", "b2", "c2", "c3"] }]}
        label={t("A jungle of 2, 5, 1, 7 and 3")}
      />
    ),
  }),
  town: () => ({
    text: t("Town, 6 points: four connected spaces, all with the same number. A sheet never has two towns of one number."),
    picture: (
      <Example
        spaces={{ a1: 4, b1: 4, c1: null, a2: null, b2: 6, c2: 4, a3: null, b3: 4, c3: null }}
        found={[{ kind: "town", spaces: ["a1", "b1", "c2", "b3"] }]}
        label={t("A town of four 4s; two of them touch at a corner")}
      />
    ),
  }),
  range: () => ({
    text: t("Mountain range, 7 points: three connected spaces, each 6 or more."),
    picture: (
      <Example
        spaces={{ a1: null, b1: 9, c1: 6, a2: 8, b2: 3, c2: null }}
        found={[{ kind: "range", spaces: ["b1", "c1", "a2"] }]}
        label={t("A mountain range of 9, 6 and 8")}
      />
    ),
  }),
  pyramid: () => ({
    text: t("Pyramid, 15 points: three spaces in a line and one beside the middle, each 10 or more. It may stand, lie or hang."),
    picture: (
      <Example
        spaces={{ a1: null, b1: 12, c1: null, a2: 10, b2: 10, c2: 13 }}
        found={[{ kind: "pyramid", spaces: ["b1", "a2", "b2", "c2"] }]}
        label={t("A pyramid: 12 above 10, 10 and 13")}
      />
    ),
  }),
  built: () => ({
    text: t(
      "A full valley: 7. Discoveries as above. Each structure: 2 for every space beside it that belongs to its kind: jungle for the hut, town for the statue, mountain range for the mine. Pyramids feed none.",
    ),
    picture: (
      <Example
        spaces={{ a1: 2, b1: 5, c1: null, d1: null, a2: "hut", b2: 1, c2: 7, d2: null, a3: null, b3: null, c3: null, d3: 3 }}
        found={[{ kind: "jungle", spaces: ["a1", "b1", "b2", "c2", "d3"] }]}
        feeds={[
          ["a2", "a1", 6],
          ["a2", "b1", 6],
          ["a2", "b2", 6],
        ]}
        label={t("A hut beside three jungle spaces scores 6")}
      />
    ),
  }),
  snake: () => ({
    text: t("Each snake that is not crossed out costs the largest number beside it; nothing if there is none."),
    picture: (
      <Example spaces={{ a1: 4, b1: null, c1: null, a2: "snake", b2: 12, c2: 3 }} bites={[["a2", "b2", 12]]} label={t("A snake beside 4 and 12 costs 12")} />
    ),
  }),
};
/** What holds for all discoveries, and for crossing out. */
export const revealing = () =>
  t(
    "After your steps you may reveal one discovery each round. Each space belongs to one discovery at most, and structures belong to none. Spaces are connected if they touch, even at a corner.",
  );
export const crossing = () =>
  t(
    "Use a 9 without writing it: dice that add up to exactly 9, or Penny as a 9. Then cross out one snake on your sheet. With two nines you may cross out two.",
  );

const Drawn = ({ of }) => {
  const { text, picture } = drawn[of]();
  return (
    <>
      <p>{text}</p>
      {picture}
    </>
  );
};

/** The four discoveries, each drawn. */
const Discoveries = () => (
  <div class="four">
    {KINDS.map((kind) => (
      <div key={kind}>
        <Drawn of={kind} />
      </div>
    ))}
  </div>
);

function Counted() {
  const [bite] = bitesOf(counted);
  return (
    <CountedExample
      text={t(
        "A small valley, full to the last space. Two snakes were drawn in it: the one at {gone} was crossed out with a 9 in time, the one at {at} bites the {n} at {space}.",
        { gone: sheet.crossed[0], at: bite.at, n: bite.number, space: bite.spaces[0] },
      )}
    >
      <Example
        spaces={spaces}
        crossed={sheet.crossed}
        found={sheet.discoveries}
        feeds={builtOf(counted).flatMap((b) => b.spaces.map((to) => [b.at, to, b.points]))}
        bites={[[bite.at, bite.spaces[0], bite.number]]}
        label={t("A full valley with one discovery of each kind, a hut, a mine and two snakes")}
      />
      <Ledger rows={stepsOf(counted, sheet)} total={counted.total} />
    </CountedExample>
  );
}

export function Rules() {
  return (
    <RulesPage
      intro={t(
        "You map a lost valley. Numbers that lie well together become jungles, towns, mountain ranges and pyramids. Structures feed on them, and snakes bite the largest number beside them.",
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
            "Each die has the numbers 1 to 5 and one picture: Penny on the purple one, Dakota on the green one, the snake on the red one. All six faces are equally likely.",
          )}
        </p>
        <Faces sixth={SIXTH} />
      </Rule>
      <Rule id="VAL-2" title={t("Use the dice")}>
        <p>
          {t(
            "Write one number or several. A number is one die, or two or three added up; each die is used once. You may leave dice unused, but you must take at least one step.",
          )}
        </p>
        <Dice faces={[2, 3, 5]} />
        <p>{t("With 2, 3 and 5 you may write 2, 3 and 5 in three spaces; or 7 and 3; or 8 and 2; or 10 alone; or fewer of these.")}</p>
      </Rule>
      <Rule id="VAL-3" ruling title={t("Where to write")}>
        <p>
          {t(
            "In an empty space next to a number or a structure. What you wrote or drew in this turn counts, too: you may go on from there at once. If there is no such space: in any empty one.",
          )}
        </p>
        <Example
          spaces={{
            a1: null,
            b1: null,
            c1: null,
            d1: null,
            a2: null,
            b2: 5,
            c2: "hut",
            d2: null,
            a3: null,
            b3: null,
            c3: null,
            d3: "snake",
          }}
          legal={["a1", "b1", "c1", "d1", "a2", "d2", "a3", "b3", "c3"]}
          label={t("All empty spaces round a 5 and a hut may be used")}
        />
      </Rule>
      <Rule id="VAL-4" ruling title={t("The first space")}>
        <p>
          {t(
            "You enter from the edge: the first space you fill has clouds beside it, above, below, left or right. A lake is not a cloud. If no edge space is empty: any empty space.",
          )}
        </p>
        <Edge />
      </Rule>
      <Rule id="VAL-1" ruling title={t("Lakes and clouds")}>
        <p>
          {t(
            "Nothing is written on a lake or a cloud. An edge space has a cloud, or the end of the drawing, at one of its four sides; a cloud at a corner is not enough.",
          )}
        </p>
      </Rule>
      <Rule id="VAL-8" title={t("Penny and Dakota")}>
        <p>
          {t(
            "Penny writes any number from 1 to 15. Dakota draws a hut, a statue or a mine, each once in a game. Both follow the rules for where to write, and both come on top of the other dice. Structures are not numbers: no discovery contains them, and snakes do not bite them.",
          )}
        </p>
        <Dice faces={["penny", "dakota", 3]} />
      </Rule>
      <Rule id="VAL-6" ruling title={t("The snake")}>
        <p>
          {t(
            "The other two dice do not count. The sheets are handed round at random; you draw a snake in any empty space of the sheet you hold, and the sheet goes home. Nobody writes, crosses out or reveals anything in that round.",
          )}
        </p>
        <Dice faces={[4, 1, "snake"]} />
      </Rule>
      <Rule id="VAL-7" ruling title={t("Crossing out a snake")}>
        <p>{crossing()}</p>
        <Dice faces={[4, 1, 5]} />
        <Example spaces={{ a1: 6, b1: "snake", c1: 11 }} crossed={["b1"]} label={t("A crossed-out snake between 6 and 11: it bites nothing")} />
      </Rule>
      <Rule id="VAL-5" title={t("What a snake leaves behind")}>
        <p>{t("A snake's space stays used up, crossed out or not. It is neither a number nor a structure: it does not allow you to write next to it.")}</p>
      </Rule>
      <Rule id="VAL-9" title={t("Discoveries")}>
        <p>{revealing()}</p>
        <Discoveries />
      </Rule>
      <Rule id="VAL-10" ruling title={t("The end")}>
        <p>{t("With two or more players the game ends after the round in which at least one valley is full. A snake fills its space, too.")}</p>
      </Rule>
      <Rule id="VAL-11" ruling title={t("Points")}>
        <Drawn of="built" />
        <Drawn of="snake" />
      </Rule>
      <Counted />
      <Rule id="VAL-12" title={t("Who wins")}>
        <p>{t("The most points; then the most from structures; then the victory is shared.")}</p>
      </Rule>
      <Sealed />
      <Leaving />
      <Rule id="VAL-13" ruling title={t("Alone")}>
        <p>
          {t(
            "You play 25 rounds, snakes included. A snake goes beside a space you filled in the round before, whether with a number, a structure or a snake; if nothing is free there, in any empty space.",
          )}
        </p>
        <p>
          {t(
            "A full valley does not end the game. You need not do anything then: you may still cross out snakes with nines and reveal one discovery each round, or just be done. A snake that is rolled now is not drawn. The game ends sooner only when nothing can change any more: all snakes are crossed out and nothing could be revealed.",
          )}
        </p>
      </Rule>
      <Rule id="VAL-14" title={t("Levels")}>
        <p>
          {t(
            "Below 90 points: Tourist. From 90: Pathfinder. From 110: Voyager. From 130: Explorer. Each snake drawn in the game, crossed out or not, lowers these limits by 4.",
          )}
        </p>
      </Rule>
      <Changed>
        {t("Rules 2: alone, a full valley does not end the game any more; you play on to the 25th round.")} <Ruling game="valley" id="VAL-13" />
      </Changed>
    </RulesPage>
  );
}

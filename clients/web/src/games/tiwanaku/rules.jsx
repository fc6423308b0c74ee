// rules.jsx -- the rules of Tiwanaku in our own words, each with its id as an anchor, so that a screen can link
// to the rule it rests on. A ruling of ours (where the print is silent) says so, and so does what is lost in our copy.
import { t } from "../../words/i18n.js";
import { Changed, Rule, RulesPage } from "../../parts/rules.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { Icon } from "../../parts/basics.jsx";
import { SpaceParts } from "./board.jsx";
import { ANIMALS, ELEMENTS, TERRAINS, colOf, nameAt, rowOf } from "./model.js";
import { CropIcon, Pawn, T, TileIcon } from "./pieces.jsx";
import { Trail } from "./theatre.jsx";
import { OVER_THE_EDGE } from "./trails.js";
import { cropName, terrainName } from "./words.js";

/** A piece of board: rows like "v1 v. m3", terrain and crop of each space, `..` unknown; more: {space: members}.
 * @param {{rows: string[], more?: Record<string, object>, label: string, children?: Children}} props */
function Example({ rows, more = {}, label, children }) {
  const spaces = rows.flatMap((row, y) =>
    row.split(" ").map((two, x) => {
      const name = nameAt(x, y),
        [terrain, crop] = two;
      return { name, terrain: terrain === "." ? null : terrain, crop: Number(crop) || null, ...more[name] };
    }),
  );
  const w = (Math.max(...spaces.map((s) => colOf(s.name))) + 1) * T,
    h = (Math.max(...spaces.map((s) => rowOf(s.name))) + 1) * T;
  return (
    <svg class="board example" viewBox={`-34 -34 ${w + 68} ${h + 68}`} width={(w + 68) * 0.9} role="img" aria-label={label}>
      <rect class="mat" x="-4" y="-4" width={w + 8} height={h + 8} rx="6" />
      {spaces.map((c) => (
        <g class="space" key={c.name}>
          <SpaceParts c={c} />
        </g>
      ))}
      {children}
    </svg>
  );
}

const Legend = ({ items }) => (
  <ul class="legend">
    {items.map(([key, picture, text]) => (
      <li key={key}>
        {picture}
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
/** How many of each the box has (TIW-2): [[key, picture, name, number], ...]. */
const Counts = ({ caption, rows }) => (
  <table class="counts">
    <caption>{caption}</caption>
    <tbody>
      {rows.map(([key, picture, name, n]) => (
        <tr key={key}>
          <td>{picture}</td>
          <th scope="row">{name}</th>
          <td class="num">{n}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
const BOX_TILES = { valley: 15, desert: 17, forest: 15, mountain: 15 },
  BOX_CROPS = [13, 12, 12, 10, 10];

const mine = { pawn: { colour: "white" } },
  reach = { reach: true };

function Land() {
  return (
    <>
      <Rule id="TIW-1" lost title={t("The board")}>
        <p>
          {t(
            "The long board has five rows and nine columns, the tiny one five and five. Rows are animals, columns natural elements; letters and numbers stand beside them. Their names and order follow public descriptions of the board.",
          )}
        </p>
        <p class="legend-row" aria-hidden="true">
          {[...ELEMENTS, ...ANIMALS].map((id) => (
            <Icon key={id} id={id} size={26} />
          ))}
        </p>
      </Rule>
      <Rule id="SCN-2" title={t("Regions")}>
        <p>
          {t(
            "Under the fog lies a land of four terrains. Spaces of one terrain that share an edge are a region. A region has one to five spaces, and two regions of one terrain never touch, not even at a corner.",
          )}
        </p>
        <Legend items={TERRAINS.map((x) => [x, <TileIcon t={x[0]} size={38} />, terrainName(x)])} />
      </Rule>
      <Rule id="SCN-3" title={t("Crops")}>
        <p>{t("A region of three spaces grows the crops 1, 2 and 3, once each; one of five grows all five. Equal crops never touch, not even at a corner.")}</p>
        <Legend items={[1, 2, 3, 4, 5].map((n) => [n, <CropIcon n={n} size={40} />, cropName(n)])} />
        <Example
          rows={["m4 d3 d4 d5 d1", "m1 m5 m2 f3 d2", "f2 m3 f1 f4 m1", "f1 v5 f2 f5 m2", "v2 v4 v1 v3 d1"]}
          label={t("A whole tiny land. The valley at the bottom has five spaces with the crops 1 to 5, the desert in the corner only one, with a 1.")}
        />
      </Rule>
      <Rule id="TIW-2" title={t("What the box holds")}>
        <p>{t("No land needs more than these tiles, so there are 13 regions at most: each has one crop of level 1.")}</p>
        <div class="box">
          <Counts caption={t("Terrain tiles")} rows={TERRAINS.map((x) => [x, <TileIcon t={x[0]} size={30} />, terrainName(x), BOX_TILES[x]])} />
          <Counts caption={t("Crop tiles")} rows={BOX_CROPS.map((n, i) => [i, <CropIcon n={i + 1} size={32} />, cropName(i + 1), n])} />
        </div>
      </Rule>
      <Rule id="SCN-6" title={t("What everybody knows")}>
        <p>{t("How many tiles of each terrain are still hidden, the rules of the land, and everything that lies open. The rest you find out, or work out.")}</p>
      </Rule>
      <Rule id="SCN-4" ruling title={t("Where it begins")}>
        <p>{t("Some spaces are open from the start with their crop: three to five on a tiny board, five to nine on a long one.")}</p>
      </Rule>
      <Rule id="SCN-5" ruling title={t("Fair maps")}>
        <p>{t("Once all terrain is known, only one way to place the crops is possible. So whoever reasons well need not guess at the end.")}</p>
      </Rule>
    </>
  );
}

function Turn() {
  return (
    <>
      <Rule id="TIW-10" title={t("A turn")}>
        <p>{t("Explore or divine; then, if you like, offer. The first player is drawn by lot; then play goes round.")}</p>
      </Rule>
      <Rule id="TIW-11" title={t("Explore")}>
        <p>
          {t(
            "Move one of your pawns, bring one in from your supply, or take one back into it. With two players each has five pawns, with three players four, with four players three.",
          )}
        </p>
      </Rule>
      <Rule id="TIW-12" title={t("How a pawn walks")}>
        <p>
          {t(
            "From space to space across edges, never through somebody else's pawn. On a space with a crop it may stop or walk on. Over your own pawns it must walk on. Any other space ends its walk.",
          )}
        </p>
        <Example
          rows={[".. d2 ..", "v1 v3 ..", ".. m. f4"]}
          more={{ a2: mine, b1: reach, b2: reach, c2: reach, a1: reach, c1: reach, a3: reach, b3: reach }}
          label={t("A pawn on the left: it may stop on the crops, or walk over them to a space beyond")}
        />
      </Rule>
      <Rule id="TIW-13" title={t("Coming in")}>
        <p>{t("A pawn from your supply enters on any space of the edge that no other player's pawn holds; from there it may walk on as usual.")}</p>
      </Rule>
      <Rule id="TIW-14" title={t("Discover")}>
        <p>
          {t(
            "If the walk ends in the fog, the wheel shows the terrain and a tile is placed. Your stone on the road of that terrain goes up one level, and you score as many points as you now have stones on exactly that level.",
          )}
        </p>
        <p>{t("Example: your stones stand on 2, 1, 1 and 0. You find a terrain whose stone was on 1: now there are two on 2, and you score 2.")}</p>
      </Rule>
      <Rule id="TIW-5" lost title={t("The end of a road")}>
        <p>{t("The last level is 6; a table may choose 3 to 9. A stone that is there stays there, and a further tile scores 1.")}</p>
      </Rule>
      <Rule id="TIW-4" lost title={t("Score")}>
        <p>{t("Everybody begins with 10 points, and nobody falls below 0.")}</p>
      </Rule>
    </>
  );
}

function Divination() {
  return (
    <>
      <Rule id="TIW-16" title={t("Divine")}>
        <p>
          {t(
            "Choose one of your pawns that stand on terrain without a crop, and name the crop. Right: you score its level and take an offering of that kind unless you have one; then you may go on with another pawn, or stop. Wrong: you lose the level of what grows there, and the turn ends at once.",
          )}
        </p>
      </Rule>
      <Rule id="TIW-17" title={t("Offer")}>
        <p>
          {t(
            "At the end of a turn without a wrong guess you may return offerings, all of different kinds: two are worth 1 point, three 3, four 6, five 10. One alone is worth nothing.",
          )}
        </p>
      </Rule>
      <Rule id="TIW-18" title={t("The end")}>
        <p>
          {t(
            "When the last tile is placed, its finder ends the turn. Then all in turn make one divination or pass, round and round; whoever passes, errs or has no pawn for it is out. Finally, everybody may offer once more.",
          )}
        </p>
      </Rule>
      <Rule id="TIW-19" title={t("Who wins")}>
        <p>{t("The most points; then the stones that went further, all four added up; then the victory is shared.")}</p>
      </Rule>
      <Rule id="TIW-20" ruling title={t("Standing still")}>
        <p>{t("After a hundred turns in a row in which nothing was placed, the final divinations begin.")}</p>
      </Rule>
    </>
  );
}

function Solo() {
  const arrow = { arrow: { colour: "blue", direction: "right" } };
  return (
    <>
      <h2 class="rules-part">{t("Alone against the Otoma")}</h2>
      <Rule id="SOL-1" ruling title={t("Five against five")}>
        <p>{t("You have the five white pawns, the Otoma one of each other colour. Tiny boards can be played alone, too.")}</p>
      </Rule>
      <Rule id="SOL-2" title={t("The Otoma begin")}>
        <p>{t("Their pawns stand on open spaces. For each they score its crop and move a stone, so they begin ahead of you.")}</p>
      </Rule>
      <Rule id="SOL-3" ruling title={t("Arrows")}>
        <p>
          {t(
            "Each tile you place carries an arrow: a colour and a direction. Which tiles there are is our choice: every colour occurs with every direction, and every terrain has three to five tiles for each direction.",
          )}
        </p>
        <Example
          rows={[".. m. .."]}
          more={{ b1: { ...arrow, ...mine } }}
          label={t("A tile with a blue arrow that points to the right; your pawn stands on it")}
        />
      </Rule>
      <Rule id="SOL-4" ruling title={t("No way back")}>
        <p>{t("Pawns cannot be taken back. Otoma pawns block yours as those of another player would.")}</p>
      </Rule>
      <Rule id="SOL-5" ruling title={t("When the Otoma move")}>
        <p>
          {t(
            "Whenever your pawn ends on a tile without a crop, the Otoma pawn of the arrow's colour goes where the arrow points. An arrow of your colour does nothing in the easy game; in the hard one you choose who goes. Your offer comes after that. After a divination the Otoma stay where they are.",
          )}
        </p>
      </Rule>
      <Rule id="SOL-6" ruling title={t("How the Otoma walk")}>
        <p>
          {t("Straight ahead over everything, crops and pawns included, to the first space in the fog. There they stop, even right at the end of a trail.")}
        </p>
      </Rule>
      <Rule id="SOL-7" lost title={t("Trails")}>
        <p>
          {t(
            "Over the edge they follow the trail, come in again at its other end and go on inwards. All trails together are one loop through every row and column; at two corners they lead from a column to a row.",
          )}
        </p>
        <Example
          rows={["m4 d3 d4", "m1 .. m2", "f2 m3 f1"]}
          more={{ a2: { pawn: { colour: "green", otoma: true } } }}
          label={t("A green Otoma goes up, out at the top, and in again one column further to the first unknown space")}
        >
          <Trail steps={OVER_THE_EDGE} />
          <g class="ghost">
            <Pawn colour="green" x={T + 10} y={T + 8} s={42} />
          </g>
        </Example>
      </Rule>
      <Rule id="SOL-8" title={t("What they find")}>
        <p>{t("Terrain and crop are revealed at once. The Otoma move a stone, score for it as you would, and score the crop's level.")}</p>
      </Rule>
      <Rule id="SOL-9" title={t("Divining alone")}>
        <p>
          {t(
            "All your pawns on terrain without a crop must divine, in the order you like. A wrong guess costs its level, but you go on, and you may offer afterwards.",
          )}
        </p>
      </Rule>
      <Rule id="SOL-10" title={t("Who wins alone")}>
        <p>{t("The game ends with the turn in which the last tile is placed. You need more points than the Otoma: a tie goes to them.")}</p>
      </Rule>
      <Rule id="SOL-11" ruling title={t("Nothing moves any more")}>
        <p>
          {t("If you can neither walk nor divine, or nothing was placed for twenty turns, the Otoma discover all that is left. Then you may offer once more.")}
        </p>
      </Rule>
    </>
  );
}

function Coop() {
  return (
    <>
      <h2 class="rules-part">{t("Together against the Otoma")}</h2>
      <Rule id="COO-1" ruling title={t("One score")}>
        <p>{t("The group has one score, one set of stones and one set of offerings. You may play on the long board or on our tiny ones.")}</p>
      </Rule>
      <Rule id="COO-2" lost ruling title={t("Pawns")}>
        <p>
          {t(
            "Two players have four pawns each, three have three; in the expert game one fewer. Four players are two pairs, the first with the third and the second with the fourth; each pair has four, or three. The Otoma have five, in the easy game four, and one fewer on a tiny board. Their pawns have no colours here.",
          )}
        </p>
      </Rule>
      <Rule id="COO-3" ruling title={t("The hand")}>
        <p>
          {t(
            "All hidden tiles are dealt out as evenly as they go, a stack for each terrain. You see the arrow on top of each of your stacks; the others do not. How many tiles of each terrain everybody has is open here, and you may talk about everything.",
          )}
        </p>
      </Rule>
      <Rule id="COO-4" ruling title={t("Spend a tile")}>
        <p>{t("A turn begins with spending the top tile of one of your stacks. It goes to the common supply. Whoever has no tiles is skipped.")}</p>
      </Rule>
      <Rule id="COO-5" ruling title={t("The first step")}>
        <p>
          {t(
            "Then you explore or divine. A pawn that explores takes its first step where the arrow points and goes on as usual, but over no space twice, not even the one it left, and it may not end on a crop. A pawn from the supply comes in from the edge by that step.",
          )}
        </p>
        <p>
          {t(
            "The others' pawns block yours, and so do the Otoma; only the two of a pair share theirs. Pawns cannot be taken back. If nothing is possible, the spent tile was the whole turn.",
          )}
        </p>
      </Rule>
      <Rule id="COO-6" ruling title={t("Where a tile comes from")}>
        <p>
          {t(
            "For a discovery a tile of that terrain is taken from the common supply. If there is none, somebody gives the top one of their stack; the player whose turn it is chooses who.",
          )}
        </p>
      </Rule>
      <Rule id="COO-7" ruling title={t("The reaction")}>
        <p>
          {t(
            "After exploring, every Otoma in the row or column of your pawn moves in a straight line away from it, the nearest first, as in the solo game. The player whose turn it is chooses among equally near ones. For each crop they plant they take an offering of that kind, unless they have one.",
          )}
        </p>
        <Example
          rows={["v. f2 .. .."]}
          more={{ a1: mine, b1: { pawn: { colour: "purple", otoma: true } } }}
          label={t("Your pawn, an Otoma beside it, and the unknown space to which it goes")}
        >
          <Trail steps={[{ space: "b1" }, { space: "c1" }]} />
        </Example>
      </Rule>
      <Rule id="COO-8" ruling title={t("Divining together")}>
        <p>
          {t(
            "As in the game against each other, with your own pawns or those of your pair. Right: the group scores the level and takes an offering unless it has one; then you may go on. Wrong: the group loses the level of what grows there, and the divining is over.",
          )}
        </p>
      </Rule>
      <Rule id="COO-9" ruling title={t("Offering together")}>
        <p>
          {t(
            "At the end of a turn the group may offer; not after a wrong guess, and not after a turn that was only a spent tile. Whenever the group offers, the Otoma offer all they have as well.",
          )}
        </p>
      </Rule>
      <Rule id="COO-10" ruling title={t("The end together")}>
        <p>
          {t(
            "The game ends with the turn in which the last tile leaves the last hand. Whatever that turn was, the group may offer once more. Then the Otoma offer all they have, in any case, and score a point for each space still in the fog. You need more points than they have: a tie goes to them.",
          )}
        </p>
      </Rule>
    </>
  );
}

export function Rules() {
  return (
    <RulesPage
      lost
      intro={t(
        "You walk through a land in the fog. Each new tile moves a stone on one of four roads. Whoever reads the land well can say what grows somewhere before anybody has seen it.",
      )}
    >
      <Land />
      <Turn />
      <Divination />
      <Solo />
      <Coop />
      <Changed>
        {t(
          "Rules 2: in every terrain there are tiles that point each way; before, no valley pointed left and no forest up. And the group's last offer may follow any last turn, even one that was only a spent tile.",
        )}{" "}
        <Ruling game="tiwanaku" id="SOL-3" /> <Ruling game="tiwanaku" id="COO-10" />
      </Changed>
    </RulesPage>
  );
}

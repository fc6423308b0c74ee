// panels.jsx -- what stands beside the board: travellers with offerings and score, the roads of the
// diversity board with the tiles still hidden, what offerings are worth, the log in words.
import { num, t, tn } from "../../words/i18n.js";
import { Ruling, Rulings } from "../../parts/ruling.jsx";
import { plus, said } from "../../words/tale.js";
import { Offerings, PawnIcon, Tile, TileIcon } from "./pieces.jsx";
import { TERRAINS, isCoop, isSolo, otomaSide, sideOf, tilesOf, worthOf } from "./model.js";
import { drawn } from "./trails.js";
import { cropName, groupName, handSaid, terrainName } from "./words.js";

/** Rows of the table: [{key, colours, name, score, offerings, stones, hand, turn}]. */
export function travellers(view, me, name) {
  const seat = (s) => ({ key: s, name: s === me ? t("You") : name(s), turn: view.acting.includes(s) });
  if (view.mode === "competitive")
    return view.sides.map((side, i) => ({
      ...seat(i + 1),
      ...side,
      colours: [side.colour],
      hand: tn("{n} pawn in supply", "{n} pawns in supply", side.supply),
    }));
  const ours = isSolo(view)
    ? {
        ...seat(1),
        ...view.sides[0],
        colours: ["white"],
        hand: tn("{n} pawn in supply", "{n} pawns in supply", view.sides[0].supply),
      }
    : {
        key: "group",
        name: groupName(me),
        turn: true,
        ...view.sides[0],
        colours: view.sides.slice(0, -1).map((s) => s.colour),
        hand: me === null ? t("one score for all of them") : t("one score for all of you"),
      };
  const theirs = otomaSide(view);
  return [
    ours,
    {
      key: "otoma",
      name: t("The Otoma"),
      turn: false,
      ...theirs,
      colours: ["purple"],
      hand: t("a tie goes to them"),
      rule: isCoop(view) ? "COO-10" : "SOL-10",
    },
  ];
}

const offered = (have) => (have.length ? t("offerings: {list}", { list: have.map(cropName).join(", ") }) : t("no offerings"));

export function Travellers({ rows, view }) {
  return (
    <ul class="pls">
      {rows.map((p) => (
        <li key={p.key} class={`pl ${p.turn ? "turn" : ""}`}>
          <PawnIcon colour={p.colours[0]} size={32} />
          <div class="grow">
            <b>{p.name}</b>
            <span class="small quiet">
              {p.hand}
              {p.rule && <Rulings game="tiwanaku" ids={[p.rule]} />}
            </span>
          </div>
          {!(isSolo(view) && p.key === "otoma") && <Offerings have={p.offerings} />}
          <span class="vh">{offered(p.offerings)}</span>
          <b class="sc num">
            {num(p.score)}
            <span class="vh"> {t("points")}</span>
          </b>
        </li>
      ))}
    </ul>
  );
}

/** The same in one line, for a phone. */
export const Chips = ({ rows }) => (
  <ul class="ps">
    {rows.map((p) => (
      <li key={p.key} class={p.turn ? "turn" : ""}>
        <PawnIcon colour={p.colours[0]} size={24} />
        <span class="vh">{p.name}</span>
        <b class="sc num">{num(p.score)}</b>
      </li>
    ))}
  </ul>
);

/** Four roads from 0 to the last level: a stone of each traveller on each. */
export function Lanes({ view, rows }) {
  const levels = Array.from({ length: view.final_level + 1 }, (_, i) => i);
  const mark = (p) => <PawnIcon key={p.key} colour={p.colours[0]} size={rows.length > 2 ? 17 : 19} />;
  return (
    <table class="roads" data-levels={levels.length}>
      <caption class="vh">{view.over ? t("Diversity") : t("Diversity: the level of each stone, and the tiles still hidden")}</caption>
      <thead>
        <tr class="road-top">
          <th scope="col">{view.over ? <span class="vh">{t("terrain")}</span> : t("hidden")}</th>
          {levels.map((n) => (
            <th key={n} scope="col" class={n === view.final_level ? "end" : ""}>
              {n}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TERRAINS.map((terrain) => (
          <tr class="road" key={terrain}>
            <th scope="row">
              <TileIcon t={terrain[0]} size={30} />
              <span class="road-n">
                {!view.over && <b>{view.supply[terrain]}</b>} <span class="tn">{terrainName(terrain)}</span>
              </span>
            </th>
            {levels.map((n) => {
              const here = rows.filter((p) => p.stones[terrain] === n);
              return (
                <td key={n} class={n === view.final_level ? "end" : ""}>
                  <span class="in">{here.map(mark)}</span>
                  <span class="vh">{here.map((p) => p.name).join(", ")}</span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What 1 to 5 offerings are worth; mine: how many I have. */
export const Worth = ({ mine }) => (
  <dl class="worth">
    {[1, 2, 3, 4, 5].map((n) => (
      <div key={n} class={n === mine ? "now" : ""}>
        <dt>{n === mine ? t("you: {n}", { n }) : n}</dt>
        <dd>{worthOf(n)}</dd>
      </div>
    ))}
  </dl>
);

/** The colour of the pawn that stands for whoever did it. */
export const colourOf = ({ seat }, view) => {
  if (seat === "otoma") return "purple";
  return isCoop(view) && view.players === 4 ? ["white", "green"][(seat - 1) % 2] : ["white", "green", "blue", "brown"][seat - 1];
};

/** What happened, newest first. What nobody did, the deal, is left out. */
export function Log({ tales, view, me, name }) {
  const told = tales.map((tale, i) => ({ tale, i })).filter(({ tale }) => tale.seat);
  return (
    <ol class="tlog" tabIndex={0} aria-label={t("What happened, newest first")}>
      {told
        .slice(-60)
        .reverse()
        .map(({ tale, i }) => (
          <li key={i}>
            <PawnIcon colour={colourOf(tale, view)} size={22} />
            <span>
              {said(tale, { of: "tiwanaku", name, me })}
              {tale.points && <b class={tale.points < 0 ? "bad" : ""}> {plus(tale.points)}</b>}
            </span>
          </li>
        ))}
    </ol>
  );
}

/** Who has how many tiles, in the cooperative game. */
export function Hands({ view, me, name }) {
  const seats = Array.from({ length: view.players }, (_, i) => i + 1);
  return (
    <table class="hands">
      <caption class="vh">{t("Tiles in everybody's hands")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="vh">{t("Traveller")}</span>
            <Ruling game="tiwanaku" id="COO-3" />
          </th>
          {TERRAINS.map((x) => (
            <th scope="col" key={x}>
              <TileIcon t={x[0]} size={24} />
              <span class="vh">{terrainName(x)}</span>
            </th>
          ))}
          <th scope="col">{t("Tiles")}</th>
        </tr>
      </thead>
      <tbody>
        {seats.map((s) => (
          <tr key={s}>
            <th scope="row" class={view.acting.includes(s) ? "turn" : ""}>
              <PawnIcon colour={sideOf(view, s).colour} size={20} /> {s === me ? t("You") : name(s)}{" "}
              <span class="small quiet">{tn("{n} pawn in supply", "{n} pawns in supply", sideOf(view, s).supply)}</span>
            </th>
            {TERRAINS.map((x) => (
              <td key={x} class="num">
                {view.stacks.find((k) => k.seat === s && k.terrain === x)?.tiles ?? 0}
              </td>
            ))}
            <td class="num">
              <b>{tilesOf(view, s)}</b>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            {t("Common supply")} <Ruling game="tiwanaku" id="COO-6" />
          </th>
          {TERRAINS.map((x) => (
            <td key={x} class="num">
              {view.common[x]}
            </td>
          ))}
          <td />
        </tr>
      </tbody>
    </table>
  );
}

/** One's own tiles and the arrows on top of them: always in sight, as only the owner sees them (COO-3). */
export const HandStrip = ({ hand, columns, upright }) => (
  <ul class="hand-strip" aria-label={t("Your hand")}>
    {hand.map((s) => (
      <li key={s.terrain} class={s.tiles ? "" : "none"}>
        <HandTile stack={s} upright={upright} />
        <b class="num" aria-hidden="true">
          {s.tiles}
        </b>
        <span class="vh">{handSaid(s, columns)}</span>
      </li>
    ))}
  </ul>
);

/** The top tile of a stack in one's hand, with the arrow as the board is drawn. */
export const HandTile = ({ stack, upright }) => (
  <svg class="hand-tile" width="52" height="52" viewBox="0 0 60 60" aria-hidden="true">
    <Tile t={stack.terrain[0]} />
    {stack.arrow && (
      <g class="arrow-disc">
        <circle cx="30" cy="30" r="16" />
        <use href={`#i-arrow-${drawn(stack.arrow.direction, upright)}`} x="19" y="19" width="22" height="22" />
      </g>
    )}
  </svg>
);

// counting.jsx -- the end of Valley, on the sheet: discoveries by kind, then what feeds each structure,
// then each snake's bite; the ledger grows with the drawing. A tap shows all of it at once.
import { useEffect, useState } from "preact/hooks";
import { listOf, num, t, tn } from "../../words/i18n.js";
import { useCalm } from "../../browser/hooks.js";
import { Icon } from "../../parts/basics.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { KINDS, bitesOf, builtOf, cellsOf, madeOf, pointsOf } from "./count.js";
import { Badge, Costs, Thread, Valley } from "./sheet.jsx";
import { fedBy, kindCount, structureName } from "./words.js";

/** The counting as steps: {key, icon, tone, title, text, points, bad}. */
export function stepsOf(c, sheet) {
  const all = [];
  if (c.full) all.push({ key: "full", icon: "i-check", tone: "k-jungle", title: t("Full valley"), text: t("no space is empty"), points: c.full });
  for (const kind of KINDS) {
    const made = madeOf(c, kind);
    if (made.length)
      all.push({
        key: kind,
        icon: kind,
        tone: `k-${kind}`,
        title: kindCount(kind, made.length),
        text: t("{n} each", { n: made[0].points }),
        points: pointsOf(made),
      });
  }
  for (const b of builtOf(c))
    all.push({
      key: b.what,
      icon: b.what,
      tone: "k-built",
      title: structureName(b.what),
      text: fedBy(b.what, b.spaces.length),
      points: b.points,
    });
  const gone = sheet.crossed.length;
  if (gone)
    all.push({
      key: "gone",
      icon: "i-cross",
      tone: "k-built",
      title: tn("{n} snake crossed out", "{n} snakes crossed out", gone),
      text: listOf(sheet.crossed),
      points: 0,
    });
  const bites = bitesOf(c)
    .map((b) => b.number ?? 0)
    .sort((a, b) => b - a);
  if (bites.length)
    all.push({
      key: "snakes",
      icon: "danger-snake",
      tone: "k-snake",
      title: tn("{n} snake not crossed out", "{n} snakes not crossed out", bites.length),
      text: t("each bites its largest neighbour: {numbers}", { numbers: bites.join(", ") }),
      points: c.snakes,
      bad: true,
    });
  return all;
}

export const Ledger = ({ rows, total }) => (
  <table class="ledger tight">
    <caption class="vh">{t("Where the points come from")}</caption>
    <tbody>
      {rows.map((r) => (
        <tr key={r.key} class={r.bad ? "bad" : ""}>
          <th scope="row">
            <span class="row">
              <Icon id={r.icon} size={30} class={r.tone} />
              <span>
                <b>{r.title}</b>
                <small>{r.text}</small>
              </span>
            </span>
          </th>
          <td>{num(r.points)}</td>
        </tr>
      ))}
    </tbody>
    {total !== null && (
      <tfoot>
        <tr>
          <th scope="row">{t("Total")}</th>
          <td>{num(total)}</td>
        </tr>
      </tfoot>
    )}
  </table>
);

/** The sheet as far as it is counted: rows are done; `last`: all of them. */
function Counted({ view, seat, c, rows, last }) {
  const has = (key) => rows.some((r) => r.key === key);
  const built = builtOf(c).filter((b) => has(b.what));
  const fed = last ? built : built.filter((b) => b.what === rows.at(-1).key); // threads are drawn while they are counted
  const bites = has("snakes") ? bitesOf(c).filter((b) => b.number) : [];
  const threads = [
    ...fed.flatMap((b) => b.spaces.map((to) => <Thread key={b.what + to} from={b.at} to={to} class="feed" />)),
    ...bites.map((b) => <Thread key={b.at} from={b.at} to={b.spaces[0]} />),
  ];
  const found = view.sheets[seat - 1].discoveries.map((d) => ({ ...d, class: has(d.kind) ? "" : "uncounted" }));
  const brings = built.filter((b) => b.points);
  return (
    <div class="sheetbox">
      <Valley
        view={view}
        cells={cellsOf(view, seat)}
        found={found}
        under={threads}
        label={tn("The finished valley: {n} point", "The finished valley: {n} points", c.total, { n: num(c.total) })}
      >
        {brings.map((b) => (
          <Badge key={b.what} space={b.at} text={`+${b.points}`} class="cost brings" />
        ))}
        <Costs bites={bites} />
      </Valley>
    </div>
  );
}

/** view: of the finished game; seat: whose sheet. children: what stands below the ledger once all
 * is counted.
 * @param {CountingProps} props */
export function Counting({ view, seat, title, children }) {
  const calm = useCalm();
  const c = view.count(seat),
    all = stepsOf(c, view.sheets[seat - 1]);
  const [step, setStep] = useState(calm ? all.length : 0);
  const last = step >= all.length,
    rows = all.slice(0, step);
  useEffect(() => {
    if (last) return;
    const timer = setTimeout(() => setStep(step + 1), step ? 900 : 500);
    return () => clearTimeout(timer);
  }, [step, last]);
  const again = (e) => {
    e.stopPropagation();
    setStep(last ? 0 : all.length);
  };
  return (
    <main class="book counting valley-count" onClick={() => setStep(all.length)}>
      <section class="page dots" aria-label={t("The scoring")}>
        <div class="head-row">
          <h2>{t("The scoring")}</h2>
          <p class="quiet">{title}</p>
        </div>
        <Counted {...{ view, seat, c, rows, last }} />
        <p class="quiet small under">
          {t("Green dots lead to what feeds a structure, red ones to the number a snake bites.")} <Ruling game="valley" id="VAL-11" />
        </p>
      </section>
      <section class="page right" aria-label={t("Points")}>
        <div class="head-row">
          <h2>{t("Points")}</h2>
          <button type="button" class="btn plain" onClick={again}>
            <Icon id={last ? "i-play" : "i-right"} size={18} />
            {last ? t("Count again") : t("Skip")}
          </button>
        </div>
        <Ledger rows={rows} total={last ? c.total : null} />
        {last && children}
      </section>
    </main>
  );
}

// counting.jsx -- the end of Temple, on the sheet: first the run is drawn, then the groups one by
// one, then the mummies; the ledger grows with the drawing. A tap shows all of it at once.
import { useEffect, useState } from "preact/hooks";
import { listOf, num, t, tn } from "../../words/i18n.js";
import { useCalm, useDesk } from "../../browser/hooks.js";
import { Ruling } from "../../parts/ruling.jsx";
import { Icon } from "../../parts/basics.jsx";
import { Glyphs, RunPath, Temple } from "./sheet.jsx";
import { cellsOf, itemsOf, pathOf } from "./count.js";

const sum = (items) => items.reduce((n, i) => n + i.points, 0);
const spaces = (items) => listOf(items.map((i) => i.at));

const Swatch = ({ k }) => (
  <svg class="swatch" viewBox="0 0 26 26" aria-hidden="true">
    <rect width="26" height="26" fill={`url(#g${k + 1})`} />
  </svg>
);

/** What the points are for, row by row. c: of itemsOf(), with the points of the run and in all; run: its cells; step: so far. */
export function Ledger({ c, run, step }) {
  const rows = [];
  if (step >= 1)
    rows.push(
      <tr>
        <th scope="row">
          <b>{t("The run")}</b>
          <small>{c.run > 1 ? t("{a} to {b}, one step after another", { a: run[0].v, b: run.at(-1).v }) : t("no two numbers in a row")}</small>
        </th>
        <td>{c.run}</td>
      </tr>,
    );
  const groups = c.groups.slice(0, Math.max(0, step - 1));
  if (step >= 2)
    rows.push(
      <tr>
        <th scope="row">
          <b>{tn("{n} group", "{n} groups", c.groups.length)}</b>
          <span class="gl">
            {groups.map((g, k) => (
              <span key={g.number}>
                <Swatch k={k} />
                <span class="vh">{t("group of")}</span> {g.number}
              </span>
            ))}
          </span>
        </th>
        <td>{sum(groups)}</td>
      </tr>,
    );
  if (step >= 2 + c.groups.length) {
    if (c.rest.length)
      rows.push(
        <tr>
          <th scope="row">
            <b>{tn("{n} mummy vanquished", "{n} mummies vanquished", c.rest.length)}</b>
            <small>{t("beside a 9: {spaces}", { spaces: spaces(c.rest) })}</small>
          </th>
          <td>{`+${sum(c.rest)}`}</td>
        </tr>,
      );
    if (c.loose.length)
      rows.push(
        <tr class="bad">
          <th scope="row">
            <b>{tn("{n} mummy not defeated", "{n} mummies not defeated", c.loose.length)}</b>
            <small>{t("no 9 within reach: {spaces}", { spaces: spaces(c.loose) })}</small>
          </th>
          <td>{num(sum(c.loose))}</td>
        </tr>,
      );
    if (!c.rest.length && !c.loose.length)
      rows.push(
        <tr>
          <th scope="row">
            <b>{t("No mummies")}</b>
          </th>
          <td>0</td>
        </tr>,
      );
  }
  const all = step >= 3 + c.groups.length;
  return (
    <table class="ledger">
      <caption class="vh">{t("Where the points come from")}</caption>
      <tbody>{rows}</tbody>
      {all && (
        <tfoot>
          <tr>
            <th scope="row">{t("Total")}</th>
            <td>{num(c.total)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** view: of the finished game; seat: whose sheet. children: what stands below the ledger once all
 * is counted.
 * @param {CountingProps} props */
export function Counting({ view, seat, title, children }) {
  const calm = useCalm(),
    desk = useDesk();
  const counted = view.count(seat),
    c = { ...itemsOf(counted), run: counted.run, total: counted.total };
  const last = 3 + c.groups.length;
  const [step, setStep] = useState(calm ? last : 1);
  useEffect(() => {
    if (step >= last) return;
    const timer = setTimeout(() => setStep(step + 1), step === 1 ? 1700 : 550);
    return () => clearTimeout(timer);
  }, [step, last]);
  const hatch = new Map(c.groups.slice(0, step - 1).flatMap((g, k) => g.spaces.map((name) => [name, `g${(k % 8) + 1}`])));
  const mummies = step >= 2 + c.groups.length;
  const cells = cellsOf(view, seat).map((cell) => ({
    ...cell,
    hatch: hatch.get(cell.name),
    crossed: mummies ? c.rest.some((m) => m.at === cell.name) : cell.crossed,
  }));
  const path = pathOf(itemsOf(counted).run, cells);
  const h = desk ? 50 : 56;
  return (
    <main class="book counting" onClick={() => setStep(last)}>
      <section class="page dots" aria-label={t("The scoring")}>
        <div class="head-row">
          <h2>{t("The scoring")}</h2>
          <p class="quiet">{title}</p>
        </div>
        <div class="sheetbox">
          <Temple
            cells={cells}
            h={h}
            pad={desk ? 10 : 4}
            bare
            label={t("The finished temple. The run goes {spaces}.", { spaces: path.map((x) => x.name).join(", ") })}
          >
            <RunPath cells={path} h={h} play={!calm} />
            <Glyphs cells={cells} h={h} />
          </Temple>
        </div>
        <p class="quiet small under">
          {t("The line is the run. Each hatching is one group. A crossed-out mummy lies beside a 9.")} <Ruling game="temple" id="TEM-9" />
        </p>
      </section>
      <section class="page right" aria-label={t("Points")}>
        <div class="head-row">
          <h2>{t("Points")}</h2>
          {step < last ? (
            <button type="button" class="btn plain" onClick={() => setStep(last)}>
              <Icon id="i-right" size={20} />
              {t("Skip")}
            </button>
          ) : (
            <button
              type="button"
              class="btn plain"
              onClick={(e) => {
                e.stopPropagation();
                setStep(1);
              }}
            >
              <Icon id="i-play" size={18} />
              {t("Count again")}
            </button>
          )}
        </div>
        <Ledger c={c} run={path} step={step} />
        {step >= last && children}
      </section>
    </main>
  );
}

// panels.jsx -- what stands beside the sheet of Valley: the numbers of a space, the discovery that is
// proposed, the pencil steps, the points, the levels. They show and listen; screen.jsx decides.
import { useEffect, useRef, useState } from "preact/hooks";
import { num, t, tn } from "../../words/i18n.js";
import { Icon, IconButton, Segments } from "../../parts/basics.jsx";
import { KINDS as DICE } from "../../words/dice.js";
import { Die } from "../../parts/dice.jsx";
import { ReadyBar } from "../../parts/cord.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { numbersOf } from "../../pure/numbers.js";
import { Ladder } from "../papers/ladder.jsx";
import { KINDS, STRUCTURES, builtOf, madeOf, pointsOf } from "./count.js";
import { kindName, kindShort, kindWhy, stepText, structureName } from "./words.js";
import { parse } from "./turn.js";

const DiceOf = ({ dice, faces, size = 18 }) => [...dice].map((k) => <Die key={k} kind={k} face={faces[DICE.indexOf(k)]} size={size} />);

function Option({ o, faces, current, stop, onChoose, onKeyDown }) {
  return (
    <button
      type="button"
      class={`opt ${o.small ? "lean" : ""}`}
      aria-pressed={o.line === current}
      aria-label={o.label}
      tabIndex={stop ? 0 : -1}
      onClick={(e) => onChoose(o, e.detail === 0)}
      onKeyDown={onKeyDown}
    >
      {o.icon ? <Icon id={o.icon} size={30} class={o.tone} /> : <b>{o.n}</b>}
      {o.what ? (
        <span class="nm">{structureName(o.what)}</span>
      ) : (
        !o.small && (
          <span class="ds">
            <DiceOf dice={o.dice} faces={faces} />
          </span>
        )
      )}
      {o.gain ? <span class={`gain ${o.gain < 0 ? "loss" : ""}`}>{o.gain > 0 ? `+${o.gain}` : num(o.gain)}</span> : null}
      {o.opens && <Icon id={o.opens} size={16} class={`opens k-${o.opens}`} />}
    </button>
  );
}

/** What may be done in a space, in groups: [{key, label, options}]. Arrows move, Enter chooses. On a phone
 * one group is shown at a time. onChoose(option, byKey). focus: when it changes, the focus goes to the first.
 * @param {{title: string, groups: any[], current?: any, faces?: any, why?: string, desk?: boolean, focus?: number,
 *   onChoose: (option: any, byKey: boolean) => void, onCancel?: () => void, children?: Children}} props */
export function Choices({ title, groups, current, faces, why, desk, focus, onChoose, onCancel, children }) {
  const ref = useRef(/** @type {any} */ (null));
  const [tab, setTab] = useState(null);
  const [at, setAt] = useState(0);
  const shown = desk || groups.length < 2 ? groups : groups.filter((g, i) => (groups.some((x) => x.key === tab) ? g.key === tab : i === 0));
  const flat = shown.flatMap((g) => g.options);
  useEffect(() => void (focus && ref.current.querySelector(".opt[tabindex='0']")?.focus()), [focus]);
  const key = (event, i) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) {
      const next = (i + by + flat.length) % flat.length;
      setAt(next);
      ref.current.querySelectorAll(".opt")[next].focus();
    } else if (event.key === "Escape") onCancel?.();
    else return;
    event.preventDefault();
  };
  const stop = Math.min(at, flat.length - 1);
  return (
    <section class="picker" aria-label={title} ref={ref}>
      <header>
        <h2>{title}</h2>
        <IconButton id="close" label={t("Close")} onClick={onCancel} />
      </header>
      {shown !== groups && <Segments label={t("What to use")} value={shown[0].key} onChange={setTab} options={groups.map((g) => [g.key, g.label])} />}
      {shown.map((g) => (
        <div key={g.key} role="group" aria-label={g.label} class="optgroup">
          {desk && groups.length > 1 && <h3 class="small quiet">{g.label}</h3>}
          <div class={`opts of-${g.options.length}`}>
            {g.options.map((o) => {
              const i = flat.indexOf(o);
              return <Option key={o.line} o={o} faces={faces} current={current} stop={i === stop} onChoose={onChoose} onKeyDown={(e) => key(e, i)} />;
            })}
          </div>
        </div>
      ))}
      <p class="why">{why}</p>
      {children && <footer>{children}</footer>}
    </section>
  );
}

/** A discovery that is at hand; many: there are others. Closed: the best one. Open: all of them, by kind, by spaces tapped, one by one. */
export function Propose({ one, place, of, many, kinds, kind, open, busy, onOpen, onKind, onStep, onReveal, children }) {
  return (
    <section class={`propose ${open ? "open" : ""}`} aria-label={t("Discovery")}>
      <div class="row">
        <Icon id={one.kind} size={44} class={`k-${one.kind}`} />
        <div class="grow">
          <h2>{t("{what} found", { what: kindName(one.kind) })}</h2>
          <p class="small">{kindWhy(one.kind)}</p>
        </div>
        <b class="hand pts">{`+${one.points}`}</b>
      </div>
      {open && (
        <div class="which">
          {kinds.length > 1 && (
            <Segments label={t("Kind")} value={kind} onChange={onKind} options={[[null, t("All")], ...kinds.map((k) => [k, kindShort(k)])]} />
          )}
          <div class="row">
            <IconButton id="left" label={t("The previous one")} onClick={() => onStep(-1)} disabled={of < 2} />
            <p class="grow small">
              {tn("The only one that fits.", "{place} of {n} that fit.", of, { place })} {t("Tap spaces that must be part of it.")}
            </p>
            <IconButton id="right" label={t("The next one")} onClick={() => onStep(1)} disabled={of < 2} />
          </div>
        </div>
      )}
      <div class="row acts">
        {(many || open) && (
          <button type="button" class="btn" id="others" aria-pressed={open} onClick={onOpen}>
            <Icon id="i-hand" size={20} />
            {t("Others")}
          </button>
        )}
        <button type="button" class="btn main grow" id="reveal" disabled={busy} onClick={onReveal}>
          <Icon id="i-pen" size={22} />
          {t("Reveal and ink it")}
        </button>
      </div>
      {children && <div class="row acts other">{children}</div>}
    </section>
  );
}

/** The pencil steps of the round; a tap takes one back. */
export function Steps({ steps, faces, onBack }) {
  return (
    <div class="pencilled-steps">
      <h2 class="small-head">{t("In pencil this round")}</h2>
      <ol class="steps">
        {steps.map((line, k) => {
          const a = parse(line),
            text = stepText(a);
          return (
            <li key={line}>
              <button type="button" class="stepchip" aria-label={t("Take back: {step}", { step: text })} onClick={() => onBack(k)}>
                <DiceOf dice={a.dice} faces={faces} size={22} />
                {a.verb === "cross" ? <Icon id="i-cross" size={18} class="k-snake" /> : a.what ? <Icon id={a.what} size={20} class="k-built" /> : null}
                <span>{a.verb === "write" ? text : a.space}</span>
                <Icon id="i-undo" size={16} />
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** A name that can be asked about: the whole box is the button. */
const Asked = ({ icon, tone, name, onAsk }) => (
  <dt>
    <button type="button" class="ask" aria-haspopup="dialog" onClick={onAsk}>
      <Icon id={icon} size={28} class={tone} />
      {name}
    </button>
  </dt>
);

/** The points as they grow. c: of Position.items. onAsk(key): what is this? */
export function Tally({ c, note, onAsk }) {
  const built = (what) => builtOf(c).find((b) => b.what === what);
  return (
    <div>
      <h2 class="small-head">{t("Points so far")}</h2>
      <dl class="tally">
        {KINDS.map((kind) => (
          <div key={kind}>
            <Asked icon={kind} tone={`k-${kind}`} name={kindShort(kind)} onAsk={() => onAsk(kind)} />
            <dd>{pointsOf(madeOf(c, kind))}</dd>
          </div>
        ))}
        {STRUCTURES.map((what) => (
          <div key={what} class={built(what) ? "" : "none"}>
            <Asked icon={what} tone="k-built" name={structureName(what)} onAsk={() => onAsk(what)} />
            <dd>
              {built(what) ? (
                built(what).points
              ) : (
                <>
                  <span aria-hidden="true">–</span>
                  <span class="vh">{t("not drawn yet")}</span>
                </>
              )}
            </dd>
          </div>
        ))}
        <div>
          <Asked icon="danger-snake" tone="k-snake" name={t("Snakes")} onAsk={() => onAsk("snake")} />
          <dd class={c.snakes ? "bad" : ""}>{num(c.snakes)}</dd>
        </div>
        {c.full > 0 && (
          <div class="wide">
            <dt>
              {t("Full valley")} <Ruling game="valley" id="VAL-10" />
            </dt>
            <dd>{c.full}</dd>
          </div>
        )}
        <div class="sum">
          <dt>
            {t("So far")}
            {note && <small>{note}</small>}
          </dt>
          <dd>{num(c.total)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Alone: the levels, lowered by the snakes so far, and where the points are now. */
export const Levels = ({ round: { levels, now, sheet } }) => (
  <div>
    <h2 class="small-head">
      {t("Levels")} <Ruling game="valley" id="VAL-14" />
    </h2>
    <Ladder levels={levels} total={now.total} />
    {sheet.snakes.length > 0 && (
      <p class="quiet small">
        {tn("{n} snake so far: each level takes {less} fewer points.", "{n} snakes so far: each level takes {less} fewer points.", sheet.snakes.length, {
          less: numbersOf("valley").explorer - levels.at(-1).from,
        })}
      </p>
    )}
  </div>
);

export const holdTitle = (name) => t("You hold {who}'s sheet", { who: name });
export const holdText = () => t("Draw the snake in any empty space. Then the sheet goes home.");
/** In a snake round: whose sheet is in my hands. */
export const Hold = ({ name }) => (
  <div class="hold">
    <Icon id="danger-snake" size={44} />
    <div>
      <b>{holdTitle(name)}</b>
      <span class="small">{holdText()}</span>
    </div>
  </div>
);

export function Inked({ match, solo, onBack, busy }) {
  return (
    <section class="picker" aria-label={t("Your turn")}>
      <h2>{t("Inked")}</h2>
      <p class="why">
        {solo ? t("The dice are rolled again.") : t("The sheets unfold when everybody is ready.")} {!solo && <Ruling game="valley" id="PP-6" />}
      </p>
      {!solo && <ReadyBar match={match} width={300} />}
      <footer>
        <button type="button" class="btn" id="back" onClick={onBack} disabled={busy}>
          <Icon id="i-undo" size={22} />
          {t("Take it back")}
        </button>
      </footer>
    </section>
  );
}

export const kindsOf = (found) => KINDS.filter((k) => found.some((r) => r.kind === k));

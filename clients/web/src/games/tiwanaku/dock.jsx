// dock.jsx -- the actions below or beside the board: what is to be done now, in a sentence, and its buttons.
// Each part shows one choice and calls back; screen.jsx knows the state, the core what is legal.
import { useEffect, useRef, useState } from "preact/hooks";
import { languageNow, t, tn } from "../../words/i18n.js";
import { Dialog, Icon, IconButton } from "../../parts/basics.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { CROP_MARKS, TERRAIN_MARKS } from "./marks.js";
import { LEVELS, worthOf } from "./model.js";
import { percent } from "./hint.jsx";
import { HandTile } from "./panels.jsx";
import { CropIcon, PawnIcon, TileIcon } from "./pieces.jsx";
import { LETTERS, colourName, cropName, handSaid, terrainName } from "./words.js";

/** The head of the dock: whose turn, what to do; children: buttons. rule: a ruling the sentence rests on.
 * @param {{colour?: string, title: string, text: string, rule?: string | null, children?: Children}} props */
export function Act({ colour, title, text, rule, children }) {
  return (
    <div class="act">
      <div class="act-say">
        {colour && <PawnIcon colour={colour} size={36} />}
        <p>
          <b>{title}</b>
          <span class="small quiet">
            {text} {rule && <Ruling game="tiwanaku" id={rule} />}
          </span>
        </p>
      </div>
      {children && <div class="acts">{children}</div>}
    </div>
  );
}

/** A row of radio buttons with arrow keys. options: [{value, label, body, disabled}]; onRefused: a tap on what is disabled.
 * @param {{label: string, options: any[], value: any, onChange: (value: any) => void, onRefused?: (value: any) => void, onDone?: () => void, class?: string, focus?: number}} props */
export function Choices({ label, options, value, onChange, onRefused, onDone, class: cls = "", focus }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => void (focus && ref.current.querySelector("[tabindex='0']")?.focus()), [focus]);
  const stop = options.some((o) => o.value === value) ? value : options.find((o) => !o.disabled)?.value;
  const key = (event, i) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) {
      let j = i;
      do j = (j + by + options.length) % options.length;
      while (options[j].disabled && j !== i);
      onChange(options[j].value);
      ref.current.querySelectorAll("[role=radio]")[j].focus();
    } else if (event.key === "Enter" && options[i].value === value && onDone) onDone();
    else return;
    event.preventDefault();
  };
  return (
    <div class={`choices ${cls}`} role="radiogroup" aria-label={label} ref={ref}>
      {options.map((o, i) => (
        <button
          type="button"
          key={o.value}
          class="opt"
          role="radio"
          aria-checked={o.value === value}
          tabIndex={o.value === stop ? 0 : -1}
          aria-disabled={o.disabled}
          aria-label={o.label}
          onClick={() => (o.disabled ? onRefused?.(o.value) : onChange(o.value))}
          onKeyDown={(e) => key(e, i)}
        >
          {o.body}
        </button>
      ))}
    </div>
  );
}

/** How sure the program says a crop is: "certain", a share in percent, "no" where it cannot be, or nothing. */
function sureness(help, hint, space, level) {
  if (!hint || help === "none") return null;
  const certain = hint.certain[space] ?? hint.fair[space];
  if (certain) return certain === level ? { word: hint.certain[space] ? t("certain") : t("certain if fair"), seal: true } : { word: t("no") };
  const [chance] = (help === "chances" && hint.chances[space]?.[level - 1]) || [null];
  if (chance === null) return null;
  if (!chance) return { word: t("no") };
  const word = percent(chance, true);
  return { word: hint.exact ? word : `≈\u00a0${word}`, told: percent(chance, hint.exact), share: chance / 10 };
}

/** What naming a crop brings: "+3 if right, −2 on average if wrong; +0.8 on the whole". */
function Stake({ hint, help, space, said }) {
  const [chance, mean, wrong] = (said && help === "chances" && hint?.chances[space]?.[said - 1]) || [];
  if (!chance || !wrong) return null;
  const tenths = (n) => new Intl.NumberFormat(languageNow(), { signDisplay: "exceptZero", maximumFractionDigits: 1 }).format(n / 10).replace("-", "−");
  return (
    <p class="small stake">
      {t("If right {right}, if wrong {wrong} on average: all in all {mean}.", { right: tenths(10 * said), wrong: tenths(wrong), mean: tenths(mean) })}
    </p>
  );
}

/** The crop to name for a space. help: "none", "certain" or "chances". */
export function CropPicker({ space, levels, said, marks, onSay, onGo, onBack, busy, help, setHelp, hint, mayAsk, focus, turn }) {
  const options = LEVELS.filter((n) => levels.includes(n)).map((n) => {
    const sure = sureness(help, hint, space, n),
      out = marks?.length > 0 && !marks.includes(n);
    const label = [`${cropName(n)} ${n}`, sure?.told ?? sure?.word, out ? t("not in your marks") : null].filter(Boolean).join(", ");
    return {
      value: n,
      label,
      body: (
        <>
          <span class={out ? "unmarked" : ""}>
            <CropIcon n={n} size={44} />
          </span>
          <span class="sure">{cropName(n)}</span>
          {sure && <span class={`sure said ${sure.seal ? "seal" : ""}`}>{sure.word}</span>}
          {sure?.share && <i class="share" style={{ inlineSize: `${sure.share}%` }} aria-hidden="true" />}
        </>
      ),
    };
  });
  return (
    <section class="picker" aria-label={t("What grows at {space}?", { space })} onKeyDown={(e) => e.key === "Escape" && onBack?.()}>
      <header>
        <h2>{t("What grows at {space}?", { space })}</h2>
      </header>
      <Choices label={t("Crop")} class="crops" options={options} value={said} onChange={onSay} onDone={onGo} focus={focus} />
      <Stake {...{ hint, help, space, said }} />
      <footer>
        <button type="button" class="btn back" aria-label={t("Back")} onClick={onBack} disabled={!onBack}>
          <Icon id="i-undo" size={20} />
          <span>{t("Back")}</span>
        </button>
        {mayAsk && (
          <select class="input help-pick" aria-label={t("What the program shows")} value={help} onChange={(e) => setHelp(e.currentTarget.value)}>
            <option value="none">{t("no help")}</option>
            <option value="certain">{t("what is certain")}</option>
            <option value="chances">{t("chances")}</option>
          </select>
        )}
        <button
          type="button"
          class="btn main grow"
          id="go"
          disabled={busy}
          aria-disabled={!said}
          onClick={() => (said ? onGo() : turn.whyNot.tell(t("Say first what grows there.")))}
        >
          <Icon id="wheel" size={22} />
          {said ? t("Say {crop}: +{n} if right", { crop: cropName(said), n: said }) : t("Choose a crop")}
        </button>
      </footer>
    </section>
  );
}

/** Before points are thrown away: offerings that are not offered at the end are worth nothing. */
const AskEnd = ({ worth, onEnd, onClose }) => (
  <Dialog title={t("Keep them?")} onClose={onClose}>
    <p>
      {tn(
        "This is the last offer. What you keep is worth nothing; offered it brings {n} point.",
        "This is the last offer. What you keep is worth nothing; offered it brings {n} points.",
        worth,
      )}
    </p>
    <div class="row wrap asked">
      <button type="button" class="btn" onClick={onEnd}>
        {t("Keep them anyway")}
      </button>
      <button type="button" class="btn main" onClick={onClose}>
        {t("Back")}
      </button>
    </div>
  </Dialog>
);

/** Which offerings to return. chosen: levels.
 * @param {{have: any, chosen: number[], setChosen: (levels: number[]) => void, onOffer: () => void, onEnd: () => void, canEnd: boolean, busy: boolean,
 *   last: boolean, whyNot: any}} props */
export function OfferPicker({ have, chosen, setChosen, onOffer, onEnd, canEnd, busy, last, whyNot }) {
  const worth = worthOf(chosen.length);
  const [asking, setAsking] = useState(false);
  const flip = (n) => setChosen(chosen.includes(n) ? chosen.filter((x) => x !== n) : [...chosen, n].sort());
  return (
    <section class="picker" aria-label={t("Offer")}>
      <header>
        <h2>{last ? t("The last offer") : t("Offer?")}</h2>
        <span class="hand num">{worth ? `+${worth}` : ""}</span>
      </header>
      <div class="choices crops" role="group" aria-label={t("Offerings to return")}>
        {have.map((n) => (
          <button type="button" key={n} class="opt" aria-pressed={chosen.includes(n)} aria-label={`${cropName(n)} ${n}`} onClick={() => flip(n)}>
            <CropIcon n={n} size={44} />
          </button>
        ))}
      </div>
      <p class="why more">{t("1 is worth nothing, 2: 1, 3: 3, 4: 6, 5: 10 points. They go back; you can win them again.")}</p>
      <footer>
        {canEnd && (
          <button type="button" class={`btn ${worth ? "" : "main grow"}`} disabled={busy} onClick={() => (last ? setAsking(true) : onEnd())}>
            {t("Keep them, end the turn")}
          </button>
        )}
        <button
          type="button"
          class={`btn ${worth ? "main grow" : ""}`}
          disabled={busy}
          aria-disabled={!worth}
          onClick={() => (worth ? onOffer() : whyNot.tell(t("Choose two offerings or more: one alone is worth nothing.")))}
        >
          <Icon id="offering" size={22} />
          {worth ? tn("Offer for {n} point", "Offer for {n} points", worth) : t("Offer")}
        </button>
      </footer>
      {asking && <AskEnd worth={worthOf(have.length)} onEnd={onEnd} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** The own stacks; tap one to spend its top tile. */
export function HandPicker({ hand, may, chosen, onChoose, onSpend, onRefused, whyNot, columns, upright, busy, reach }) {
  const options = hand.map((s) => ({
    value: s.terrain,
    disabled: !may.includes(s.terrain),
    label: handSaid(s, columns),
    body: (
      <>
        <HandTile stack={s} upright={upright} />
        <span class="sure">
          {s.tiles} × {terrainName(s.terrain)}
        </span>
      </>
    ),
  }));
  return (
    <section class="picker" aria-label={t("Your hand")}>
      <header>
        <h2>{t("Spend a tile")}</h2>
        <Ruling game="tiwanaku" id="COO-4" />
      </header>
      <Choices label={t("Your hand")} class="hand4" options={options} value={chosen} onChange={onChoose} onRefused={onRefused} onDone={onSpend} />
      <p class="why more">
        {chosen && reach !== null
          ? tn(
              "With this arrow your pawns can get to {n} space: the rings on the board.",
              "With this arrow your pawns can get to {n} spaces: the rings on the board.",
              reach,
            )
          : t("Its arrow is the first step of a pawn. The tile goes to the common supply.")}
      </p>
      <footer>
        <button
          type="button"
          class="btn main grow"
          id="go"
          disabled={busy}
          aria-disabled={!chosen}
          onClick={() => (chosen ? onSpend() : whyNot.tell(t("Choose one of your tiles first.")))}
        >
          <Icon id="tiles" size={22} />
          {chosen ? t("Spend {terrain}", { terrain: terrainName(chosen) }) : t("Choose a tile")}
        </button>
      </footer>
    </section>
  );
}

/** A choice of an Otoma pawn or of who gives a tile, as buttons. options: [{value, label, short, colour, way}]; way: an arrow as it is drawn.
 * @param {{title: string, text: string, rule: string, way?: string, options: any[], onChoose: (value: any) => void, busy: boolean}} props */
export function Asked({ title, text, rule, way, options, onChoose, busy }) {
  return (
    <section class="picker" aria-label={title}>
      <header>
        {way && <Icon id={`i-arrow-${way}`} size={24} />}
        <h2>{title}</h2>
        {rule && <Ruling game="tiwanaku" id={rule} />}
      </header>
      <p class="why">{text}</p>
      <div class="row wrap asked">
        {options.map((o) => (
          <button type="button" key={o.value} class="btn" disabled={busy} aria-label={o.label} onClick={() => onChoose(o.value)}>
            {o.colour && <PawnIcon colour={o.colour} size={26} />}
            {o.way && <Icon id={`i-arrow-${o.way}`} size={20} />}
            <span>{o.short ?? o.label}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** Otoma pawns to choose from, each with where it stands and where it would end. ends: {colour: space} */
export const colourOptions = (colours, view, ends) =>
  colours.map((c) => {
    const values = { colour: colourName(c), from: view.otoma[c][0], to: ends[c] };
    return {
      value: c,
      colour: c,
      label: ends[c] ? t("{colour}: {from} to {to}", values) : t("{colour}: {from}", values),
      short: ends[c] ? t("{from} to {to}", values) : values.from,
    };
  });

/** A row of marks that can be set for a space. marks: those that are. body(x): how one is drawn. */
const MarkRow = ({ label, all, marks, off, nameOf, body, onToggle }) => (
  <div class="choices" role="group" aria-label={label}>
    {all.map((x) => (
      <button
        type="button"
        key={x}
        class="opt small-opt"
        aria-disabled={off}
        aria-pressed={marks.includes(x)}
        aria-label={nameOf(x)}
        title={nameOf(x)}
        onClick={() => onToggle(x, off)}
      >
        {body(x)}
      </button>
    ))}
  </div>
);

/** What the pencil can do for the whole board. */
const MarkTools = ({ marks, mayFill, hint, onFill, onCertain, onClear }) => (
  <footer>
    {mayFill && (
      <>
        <button type="button" class="btn" onClick={onFill}>
          <Icon id="i-pencil" size={20} />
          {t("Fill in what is possible")}
        </button>
        <button type="button" class="btn" aria-busy={!hint} onClick={onCertain}>
          <Icon id="i-hint" size={20} />
          {t("All crops that are certain")}
        </button>
      </>
    )}
    {Object.keys(marks).length > 0 && (
      <button type="button" class="btn" onClick={onClear}>
        {t("Rub everything out")}
      </button>
    )}
  </footer>
);

/** Pencil marks of a space; without one, what the pencil can do for all of them. undo: null if there is nothing to take back. */
export function MarkEditor({ space, marks, onToggle, undo, onClose, open, tools }) {
  const { terrain = [], crops = [] } = marks[space] ?? {};
  return (
    <section class="picker marks" aria-label={t("Pencil marks")}>
      <header>
        <h2>{space ? t("Marks at {space}", { space }) : t("Tap a space to mark it")}</h2>
        {undo && <IconButton id="undo" label={t("Take the last mark back")} onClick={undo} />}
        <button type="button" class="btn" onClick={onClose}>
          <Icon id="i-check" size={20} />
          {t("Done")}
        </button>
      </header>
      {space && (
        <div class="mark-rows">
          <MarkRow
            label={t("Terrain it could be")}
            all={TERRAIN_MARKS}
            marks={terrain}
            off={open.terrain}
            nameOf={(l) => terrainName(LETTERS[l])}
            body={(l) => <TileIcon t={l} size={30} />}
            onToggle={onToggle}
          />
          <MarkRow
            label={t("Crops it could be")}
            all={CROP_MARKS}
            marks={crops}
            off={open.crop}
            nameOf={(n) => `${cropName(n)} ${n}`}
            body={(n) => <CropIcon n={n} size={32} />}
            onToggle={onToggle}
          />
        </div>
      )}
      <p class="why keys">{t("Only you see them. Keys: 1 to 5 for crops; v, d, f, m for valley, desert, forest, mountain.")}</p>
      {!space && <MarkTools marks={marks} {...tools} />}
    </section>
  );
}

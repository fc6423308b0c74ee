// dock.jsx -- the actions below or beside the board: what is to be done now, in a sentence, and its buttons.
// Each part shows one choice and calls back; screen.jsx knows the state, the core what is legal.
import { useEffect, useRef } from "preact/hooks";
import { t, tn } from "../../words/i18n.js";
import { Icon, Segments } from "../../parts/basics.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { LEVELS, TERRAINS, worthOf } from "./model.js";
import { HandTile } from "./panels.jsx";
import { CropIcon, PawnIcon, TileIcon } from "./pieces.jsx";
import { colourName, cropName, terrainName, wayName } from "./words.js";

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

/** A row of radio buttons with arrow keys. options: [{value, label, body, disabled}]
 * @param {{label: string, options: any[], value: any, onChange: (value: any) => void, onDone?: () => void, class?: string, focus?: number}} props */
export function Choices({ label, options, value, onChange, onDone, class: cls = "", focus }) {
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
          disabled={o.disabled}
          aria-label={o.label}
          onClick={() => onChange(o.value)}
          onKeyDown={(e) => key(e, i)}
        >
          {o.body}
        </button>
      ))}
    </div>
  );
}

const percent = (hint, guess) => Math.round((100 * guess.chance) / hint.total);

/** How sure the program says a crop is: "certain", a share in percent, or nothing. The lab tells of the likeliest
 * crop of a space; the others are less likely and share the rest. */
function sureness(help, hint, space, level) {
  if (!hint || help === "none") return null;
  const certain = hint.certain[space];
  if (certain) return certain === level ? { word: t("certain"), seal: true } : { word: t("no") };
  const best = help === "chances" && hint.guesses.find((g) => g.space === space);
  if (!best) return null;
  const n = percent(hint, best);
  return best.crop === level ? { word: t("{n} %", { n }) } : { word: t("at most {n} %", { n: Math.min(n, 100 - n) }) };
}

/** The crop to name for a space. help: "none", "certain" or "chances". */
export function CropPicker({ space, levels, said, marks, onSay, onGo, onBack, busy, help, setHelp, hint, mayAsk, focus }) {
  const options = LEVELS.filter((n) => levels.includes(n)).map((n) => {
    const sure = sureness(help, hint, space, n),
      out = marks?.length > 0 && !marks.includes(n);
    const label = [`${cropName(n)} ${n}`, sure?.word, out ? t("not in your marks") : null].filter(Boolean).join(", ");
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
        </>
      ),
    };
  });
  return (
    <section class="picker" aria-label={t("What grows at {space}?", { space })} onKeyDown={(e) => e.key === "Escape" && onBack()}>
      <header>
        <h2>{t("What grows at {space}?", { space })}</h2>
      </header>
      <Choices label={t("Crop")} class="crops" options={options} value={said} onChange={onSay} onDone={onGo} focus={focus} />
      {mayAsk && (
        <div class="help-row">
          <span class="small quiet">{t("How sure? Show")}</span>
          <Segments
            label={t("What the program shows")}
            value={help}
            onChange={setHelp}
            options={[
              ["none", t("nothing")],
              ["certain", t("what is certain")],
              ["chances", t("chances")],
            ]}
          />
        </div>
      )}
      <footer>
        <button type="button" class="btn" onClick={onBack}>
          <Icon id="i-undo" size={20} />
          {t("Back")}
        </button>
        <button type="button" class="btn main grow" id="go" disabled={!said || busy} onClick={onGo}>
          <Icon id="wheel" size={22} />
          {said ? t("Say {crop}: +{n} if right", { crop: cropName(said), n: said }) : t("Choose a crop")}
        </button>
      </footer>
    </section>
  );
}

/** Which offerings to return. chosen: levels.
 * @param {{have: any, chosen: number[], setChosen: (levels: number[]) => void, onOffer: () => void, onEnd: () => void, canEnd: boolean, more?: Children,
 *   busy: boolean, last: boolean}} props */
export function OfferPicker({ have, chosen, setChosen, onOffer, onEnd, canEnd, more, busy, last }) {
  const worth = worthOf(chosen.length);
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
      <p class="why">{t("1 is worth nothing, 2: 1, 3: 3, 4: 6, 5: 10 points. They go back; you can win them again.")}</p>
      {more}
      <footer>
        {canEnd && (
          <button type="button" class={`btn ${worth ? "" : "main grow"}`} disabled={busy} onClick={onEnd}>
            {have.length === 1 ? t("Keep it, end the turn") : t("Keep them, end the turn")}
          </button>
        )}
        <button type="button" class={`btn ${worth ? "main grow" : ""}`} disabled={busy || !chosen.length} onClick={onOffer}>
          <Icon id="offering" size={22} />
          {chosen.length ? tn("Offer for {n} point", "Offer for {n} points", worth) : t("Offer")}
        </button>
      </footer>
    </section>
  );
}

/** The own stacks; tap one to spend its top tile. */
export function HandPicker({ hand, may, chosen, onChoose, onSpend, columns, upright, busy, reach }) {
  const options = hand.map((s) => ({
    value: s.terrain,
    disabled: !may.includes(s.terrain),
    label: s.tiles
      ? tn("{terrain}, {n} tile, arrow {way}", "{terrain}, {n} tiles, arrow {way}", s.tiles, {
          terrain: terrainName(s.terrain),
          way: s.arrow ? wayName(s.arrow.direction, columns) : "?",
        })
      : t("{terrain}, no tiles", { terrain: terrainName(s.terrain) }),
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
      <Choices label={t("Your hand")} class="hand4" options={options} value={chosen} onChange={onChoose} onDone={onSpend} />
      <p class="why">
        {chosen && reach !== null
          ? tn(
              "With this arrow your pawns can get to {n} space: the rings on the board.",
              "With this arrow your pawns can get to {n} spaces: the rings on the board.",
              reach,
            )
          : t("Its arrow is the first step of a pawn. The tile goes to the common supply.")}
      </p>
      <footer>
        <button type="button" class="btn main grow" id="go" disabled={!chosen || busy} onClick={onSpend}>
          <Icon id="tiles" size={22} />
          {chosen ? t("Spend {terrain}", { terrain: terrainName(chosen) }) : t("Choose a tile")}
        </button>
      </footer>
    </section>
  );
}

/** A choice of an Otoma pawn or of who gives a tile, as buttons. options: [{value, label, colour}] */
export function Asked({ title, text, rule, options, onChoose, busy }) {
  return (
    <section class="picker" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {rule && <Ruling game="tiwanaku" id={rule} />}
      </header>
      <p class="why">{text}</p>
      <div class="row wrap asked">
        {options.map((o) => (
          <button type="button" key={o.value} class="btn" disabled={busy} onClick={() => onChoose(o.value)}>
            {o.colour && <PawnIcon colour={o.colour} size={26} />}
            {o.label}
          </button>
        ))}
      </div>
    </section>
  );
}

export const colourOptions = (colours, view) => colours.map((c) => ({ value: c, colour: c, label: `${colourName(c)} · ${view.otoma[c][0]}` }));

/** Pencil marks of a space, and the program's. */
export function MarkEditor({ space, marks, onToggle, onFill, onClear, onClose, mayFill, open }) {
  const { terrain = [], crops = [] } = marks[space] ?? {};
  return (
    <section class="picker marks" aria-label={t("Pencil marks")}>
      <header>
        <h2>{space ? t("Marks at {space}", { space }) : t("Tap a space to mark it")}</h2>
        <button type="button" class="btn" onClick={onClose}>
          <Icon id="i-check" size={20} />
          {t("Done")}
        </button>
      </header>
      <div class="mark-rows">
        <div class="choices" role="group" aria-label={t("Terrain you think of")}>
          {TERRAINS.map((x) => (
            <button
              type="button"
              key={x}
              class="opt small-opt"
              disabled={!space || open?.terrain}
              aria-pressed={terrain.includes(x[0])}
              aria-label={terrainName(x)}
              title={terrainName(x)}
              onClick={() => onToggle(x[0])}
            >
              <TileIcon t={x[0]} size={30} />
            </button>
          ))}
        </div>
        <div class="choices" role="group" aria-label={t("Crops you think of")}>
          {LEVELS.map((n) => (
            <button
              type="button"
              key={n}
              class="opt small-opt"
              disabled={!space || open?.crop}
              aria-pressed={crops.includes(n)}
              aria-label={`${cropName(n)} ${n}`}
              title={cropName(n)}
              onClick={() => onToggle(n)}
            >
              <CropIcon n={n} size={32} />
            </button>
          ))}
        </div>
      </div>
      <p class="why">{t("Only you see them. Keys: 1 to 5 for crops; v, d, f, m for valley, desert, forest, mountain.")}</p>
      <footer>
        {mayFill && (
          <button type="button" class="btn" onClick={onFill}>
            <Icon id="i-hint" size={20} />
            {t("Fill in what is possible")}
          </button>
        )}
        <button type="button" class="btn" disabled={!Object.keys(marks).length} onClick={onClear}>
          {t("Rub out all")}
        </button>
      </footer>
    </section>
  );
}

// setup.jsx -- what is chosen before a game of Tiwanaku: how it is played, the map, the length of the roads.
import { loadTexts, t } from "../../words/i18n.js";
import { titleText } from "./map_title.js";
import { usePromise } from "../../browser/hooks.js";
import { Choice, Stepper } from "../../parts/setup.jsx";
import { Ruling, Rulings } from "../../parts/ruling.jsx";
import { ask } from "../../table/table_local.js";
import { gradeName, sizeName } from "./map_words.js";

const SAMPLE = "tiny-gentle-42-g1";
const KINDS = () => [
  ["solo", t("Alone")],
  ["competitive", t("Against each other")],
  ["coop", t("Together")],
];
const GRADES = {
  solo: () => [
    ["easy", t("easy")],
    ["hard", t("hard")],
  ],
  coop: () => [
    ["easy", t("easy")],
    ["normal", t("normal")],
    ["expert", t("expert")],
  ],
};
const ABOUT = () => ({
  solo: t("You against the Otoma, who follow the arrows on the tiles."),
  competitive: t("Two to four travellers; the most points win."),
  coop: t("One score for all of you against the Otoma."),
});

/** A map that nobody has seen. */
function NewMap({ value, onChange }) {
  return (
    <>
      <Choice label={t("Board")} value={value.size} onChange={(size) => onChange({ ...value, size })} options={["tiny", "long"].map((s) => [s, sizeName(s)])} />
      <Choice
        label={t("How hard to read")}
        value={value.grade}
        onChange={(grade) => onChange({ ...value, grade })}
        options={["gentle", "fair", "tricky", "fiendish"].map((g) => [g, gradeName(g)])}
      />
      <p class="quiet small">
        {t("Nobody has seen it; the program has made sure that it can be worked out by logic.")} <Rulings game="tiwanaku" ids={["SCN-4", "SCN-5"]} />
      </p>
    </>
  );
}

/** One of the built-in maps. */
function KnownMap({ value, onChange }) {
  const maps = usePromise(async () => (await Promise.all([ask("maps"), loadTexts("maps")]))[0].answer, []);
  const title = (m) => `${titleText(m.title)} · ${sizeName(m.board)} · ${gradeName(m.difficulty)}`;
  return (
    <>
      <label class="vh" for="map-name">
        {t("Map from the book")}
      </label>
      <select class="input" id="map-name" value={value.name} onChange={(e) => onChange({ name: e.currentTarget.value })}>
        {(Array.isArray(maps) ? maps : []).map((m) => (
          <option key={m.name} value={m.name}>
            {title(m)}
          </option>
        ))}
      </select>
    </>
  );
}

function MapById({ value, onChange }) {
  return (
    <>
      <label class="small" for="map-id">
        {t("Id of a map, short or whole")}
      </label>
      <input
        class="input"
        id="map-id"
        autocomplete="off"
        spellcheck={false}
        placeholder={SAMPLE}
        value={value.id}
        onInput={(e) => onChange({ id: e.currentTarget.value.trim() })}
      />
    </>
  );
}

const FIRST = { new: { size: "tiny", grade: "gentle" }, known: { name: "tiny-1" }, id: { id: "" } };
const DETAILS = { new: NewMap, known: KnownMap, id: MapById };

/** A new map, one from the book, or one by its id. */
function MapChoice({ value, onChange }) {
  const how = "name" in value ? "known" : "id" in value ? "id" : "new";
  const Details = DETAILS[how];
  return (
    <div class="map-choice">
      <Choice
        label={t("Map")}
        value={how}
        onChange={(next) => onChange(FIRST[next])}
        options={[
          ["new", t("a new one")],
          ["known", t("from the book")],
          ["id", t("by its id")],
        ]}
      />
      <Details value={value} onChange={onChange} />
    </div>
  );
}

/** What is ours about each way to play. */
const OURS = { competitive: ["TIW-1", "TIW-4"], solo: ["SOL-1", "SOL-3", "SOL-6", "SOL-7"], coop: ["COO-1", "COO-2"] };

/** Alone, against each other or together: asked before the number of players, which depends on it. */
function How({ value, onChange, online }) {
  const [kind, grade = ""] = value.mode.split("-");
  const set = (k, g) => onChange({ ...value, mode: k === "competitive" ? k : `${k}-${g}` });
  const kinds = KINDS().filter(([k]) => !online || k !== "solo");
  return (
    <>
      <div>
        <Choice label={t("How")} value={kind} onChange={(k) => set(k, "easy")} options={kinds} />
        <p class="quiet small under">
          {ABOUT()[kind]}
          <Rulings game="tiwanaku" ids={OURS[kind]} />
        </p>
      </div>
      {GRADES[kind] && <Choice label={t("Difficulty")} value={grade} onChange={(g) => set(kind, g)} options={GRADES[kind]()} />}
    </>
  );
}

/** value: {mode, board, options}. */
function Extra({ value, onChange }) {
  const final = value.options?.["final-level"] ?? 6;
  return (
    <>
      <MapChoice value={value.board} onChange={(board) => onChange({ ...value, board })} />
      <details class="more">
        <summary>{t("More")}</summary>
        <div class="under">
          <Stepper
            id="final"
            label={t("Last level of the roads")}
            value={final}
            min={3}
            max={9}
            onChange={(n) => onChange({ ...value, options: { ...value.options, "final-level": n } })}
          />
          <p class="quiet small">
            {t("Usually 6.")} <Ruling game="tiwanaku" id="TIW-5" />
          </p>
        </div>
        <div class="under">
          <Choice
            label={t("Hints and bots conclude")}
            value={value.fairness ?? true}
            onChange={(fairness) => onChange({ ...value, fairness })}
            options={[
              [true, t("from everything")],
              [false, t("from what lies open")],
            ]}
          />
          <p class="quiet small">
            {t("Every map follows from its terrain and its starting crops. Concluding from that, too, is like relying on the single solution of a sudoku.")}{" "}
            <Ruling game="tiwanaku" id="SCN-5" />
          </p>
        </div>
      </details>
    </>
  );
}

const BOOK = /^(tiny|long)-\d+$/; // names of built-in maps

/** What a link wishes (map_share.jsx makes them): a map, by its id or its name in the book, and how to play it. */
function asked(params, value) {
  const map = params.get("map"),
    [kind, grade] = (params.get("mode") ?? "").split("-");
  const known = kind === "competitive" || GRADES[kind]?.().some(([g]) => g === grade);
  return { ...value, ...(known && { mode: params.get("mode") }), ...(map && { board: BOOK.test(map) ? { name: map } : { id: map } }) };
}

export const setup = {
  usual: { mode: "solo-easy", board: FIRST.new, options: {} },
  shared: { mode: "competitive", board: FIRST.new, options: {} },
  seats: (extra) => (extra.mode.startsWith("solo") ? [1, 1] : [2, 4]),
  asked,
  How,
  Extra,
};

// i18n.test.mjs -- texts as they are filled in: one and many by the rules of each language, French names after "de",
// places, times; texts that could not be fetched; another language while some are on their way.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ago, languageNow, languages, listOf, loadTexts, num, ordinal, t, textsOf, tn, speakWanted } from "../../clients/web/src/words/i18n.js";
import { settings } from "../../clients/web/src/browser/settings.js";

const FILES = {
  fr: {
    "{n} point": ["{n} point", "{n} points"],
    "The sheet of {who}": "La fiche de {who}",
    "from {a}": "de {a}",
    hello: "bonjour",
    "just now": "à l'instant",
    "ordinal, one\u0004{n}st": "{n}er",
    "ordinal, other\u0004{n}th": "{n}e",
  },
  nl: { "{n} point": ["{n} punt", "{n} punten"], hello: "hallo", "ordinal, other\u0004{n}th": "{n}e" },
  pl: { "{n} point": ["{n} punkt", "{n} punkty", "{n} punktów"], hello: "cześć" },
  "pt-BR": { hello: "oi" },
};
const everywhere = Object.fromEntries(Object.keys(FILES).map((code) => [code, code]));
globalThis.TEXTS = { web: everywhere, later: everywhere, broken: everywhere };
globalThis.SPOKEN = {
  fr: { name: "Français", plural: (n) => Number(n > 1) },
  nl: { name: "Nederlands", plural: (n) => Number(n !== 1) },
  pl: { name: "Polski", plural: (n) => Number(n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2) },
  "pt-BR": { name: "Português", plural: (n) => Number(n > 1) },
};
let line = () => {}; // what happens on the way: may throw, or take its time
beforeEach(() => (line = () => {}));
globalThis.fetch = async (url) => {
  await line();
  return { json: async () => FILES[url] };
};
async function speak(language) {
  settings.set("language", language);
  await speakWanted();
  await loadTexts("web");
}
const points = (...all) => all.map((n) => tn("{n} point", "{n} points", n)).join(", ");

test("one and many: none is singular in French alone", async () => {
  await speak("en");
  assert.equal(points(0, 1, 2), "0 points, 1 point, 2 points");
  await speak("fr");
  assert.equal(points(0, 1, 2), "0 point, 1 point, 2 points");
  await speak("nl");
  assert.equal(points(0, 1, 2), "0 punten, 1 punt, 2 punten");
});

test("three forms, as the language has them; a text that is missing is English", async () => {
  await speak("pl");
  assert.equal(points(0, 1, 2, 5, 12, 22), "0 punktów, 1 punkt, 2 punkty, 5 punktów, 12 punktów, 22 punkty");
  assert.equal(points(-1, -3), "-1 punkt, -3 punkty");
  assert.equal(t("hello"), "cześć");
  assert.equal(t("not said in Polish"), "not said in Polish");
  assert.equal(tn("{n} tile", "{n} tiles", 5), "5 tiles");
  assert.equal(tn("{n} tile", "{n} tiles", 1), "1 tile");
});

test("the languages, by their own names; a country's own before another's, and that before English", async () => {
  assert.deepEqual(languages(), { en: "English", fr: "Français", nl: "Nederlands", pl: "Polski", "pt-BR": "Português" });
  for (const [said, code] of [
    ["fr-BE", "fr"],
    ["FR", "fr"],
    ["pt-br", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["xx", "en"],
    ["constructor", "en"],
    ["frr", "en"],
  ]) {
    await speak(said);
    assert.equal(languageNow(), code, said);
  }
});

test("French: a name that begins with a vowel after de; spaces are no names", async () => {
  await speak("fr");
  assert.equal(t("The sheet of {who}", { who: "Inès" }), "La fiche d’Inès");
  assert.equal(t("The sheet of {who}", { who: "Élif" }), "La fiche d’Élif");
  assert.equal(t("The sheet of {who}", { who: "Marek" }), "La fiche de Marek");
  assert.equal(t("The sheet of {who}", { who: "" }), "La fiche de ");
  assert.equal(t("from {a}", { a: "a1" }), "de a1");
  assert.equal(t("The sheet of {who}"), "La fiche de {who}");
});

test("places, lists, times, a true minus", async () => {
  await speak("fr");
  assert.deepEqual([1, 2, 11].map(ordinal), ["1er", "2e", "11e"]);
  assert.equal(listOf(["a", "b", "c"]), "a, b et c");
  assert.equal(ago(2000), "à l'instant");
  assert.equal(ago(86400000), "hier");
  await speak("nl");
  assert.deepEqual([1, 2].map(ordinal), ["1e", "2e"]);
  assert.equal(ago(7200000), "2 uur geleden");
  await speak("en");
  assert.deepEqual([1, 2, 3, 4, 11, 21].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "21st"]);
  assert.equal(num(-3), "−3");
});

test("texts that could not be fetched are English, and asked for again", async () => {
  await speak("en");
  settings.set("language", "fr");
  line = () => Promise.reject(new Error("no line"));
  await speakWanted();
  const broken = textsOf("broken");
  await loadTexts("broken");
  assert.equal(broken.t("hello"), "hello");
  line = () => {};
  await loadTexts("broken");
  assert.equal(broken.t("hello"), "bonjour");
});

test("a domain is a name space: each says a text its own way, whichever was loaded first; what it does not say is the shell's", async () => {
  const words = { one: { hello: "salut", "{n} point": ["{n} coup", "{n} coups"], "a\u0004b": "un" }, two: { hello: "allô", "a\u0004b": "deux" } };
  for (const [name, said] of Object.entries(words)) {
    TEXTS[name] = { fr: name };
    FILES[name] = said;
  }
  const one = textsOf("one"),
    two = textsOf("two");
  for (const order of [
    ["one", "two"],
    ["two", "one"],
  ]) {
    await speak("en");
    await speak("fr");
    for (const name of order) await loadTexts(name);
    assert.deepEqual([t("hello"), one.t("hello"), two.t("hello")], ["bonjour", "salut", "allô"]);
    assert.deepEqual([one.tc("a", "b"), two.tc("a", "b")], ["un", "deux"]);
    assert.deepEqual(
      [one, two].map(({ tn }) => tn("{n} point", "{n} points", 3)),
      ["3 coups", "3 points"],
    );
    assert.equal(two.t("just now"), "à l'instant");
    assert.deepEqual([two.translated("hello"), two.translated("farewell")], [true, false]);
  }
});

test("who asks for texts that are on their way waits for them", async () => {
  await speak("en");
  await speak("fr");
  let arrive;
  line = () => new Promise((done) => (arrive = done));
  const first = loadTexts("later");
  let there = false;
  const second = loadTexts("later").then(() => (there = true));
  await new Promise((done) => setImmediate(done));
  assert.equal(there, false);
  arrive();
  await Promise.all([first, second]);
  assert.equal(there, true);
});

test("texts of a language that is not wanted any more do not mix in", async () => {
  await speak("en");
  const arrive = [];
  line = () => new Promise((done) => arrive.push(done));
  settings.set("language", "nl");
  const dutch = speakWanted();
  line = () => {};
  await speak("fr");
  arrive.forEach((done) => done());
  await dutch;
  assert.equal(t("hello"), "bonjour");
});

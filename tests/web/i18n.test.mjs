// i18n.test.mjs -- texts as they are filled in: one and many by the rules of each language, French names after "de",
// places, times; texts that could not be fetched; another language while some are on their way.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ago, listOf, loadTexts, num, ordinal, t, tn, useWanted } from "../../clients/web/src/i18n.js";
import { settings } from "../../clients/web/src/settings.js";

const FILES = {
  fr: { "{n} point": ["{n} point", "{n} points"], "The sheet of {who}": "La fiche de {who}", "from {a}": "de {a}", hello: "bonjour", "just now": "à l'instant" },
  nl: { "{n} point": ["{n} punt", "{n} punten"], hello: "hallo" },
};
globalThis.TEXTS = { web: { fr: "fr", nl: "nl" }, later: { fr: "fr", nl: "nl" }, broken: { fr: "fr", nl: "nl" } };
let line = () => {}; // what happens on the way: may throw, or take its time
beforeEach(() => (line = () => {}));
globalThis.fetch = async (url) => {
  await line();
  return { json: async () => FILES[url] };
};
async function speak(language) {
  settings.set("language", language);
  await useWanted();
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

test("French: a name that begins with a vowel after de; spaces are no names", async () => {
  await speak("fr");
  assert.equal(t("The sheet of {who}", { who: "Inès" }), "La fiche d'Inès");
  assert.equal(t("The sheet of {who}", { who: "Élif" }), "La fiche d'Élif");
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
  await useWanted();
  await loadTexts("broken");
  assert.equal(t("hello"), "hello");
  line = () => {};
  await loadTexts("broken");
  assert.equal(t("hello"), "bonjour");
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
  const dutch = useWanted();
  line = () => {};
  await speak("fr");
  arrive.forEach((done) => done());
  await dutch;
  assert.equal(t("hello"), "bonjour");
});

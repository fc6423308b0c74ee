// worker.js -- the worker of the page: the offline table (host.js) with its bots, and the map lab.
// Messages are those of docs/protocol.md, and {do: "maps"|"make"|"rate"|"fromId"|"toId"|"hintOf"|"adviceOf"|"verify"|"review"|
// "quizMake"|"quizOf"|"quizJudge"|"quizHint"|"quizSkills"|"quizRated"|"best", ...} for the lab. The large module is fetched when something needs it first.
import { Core, Refused } from "../pure/core.js";
import { adviceOf } from "../pure/advice.js";
import { compile } from "../net/own_files.js";
import { Host } from "./host.js";
import { once } from "../pure/once.js";
import { store } from "../browser/store.js";

const rules = once(() => compile(WASM_URL)),
  lab = once(() => compile(LAB_URL));
const newLab = async () => new Core(await lab());
const random = () => crypto.getRandomValues(new BigUint64Array(1))[0];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function begin() {
  const module = await rules();
  return new Host({ newCore: () => new Core(module), newLab, store: await store(), emit: (objects) => postMessage(objects), random, pause });
}
const host = once(begin);
host().catch(() => {}); // the first message says so

const labs = {
  maps: (l) => l.maps(),
  make: (l, m) => l.make(m.cols, m.grade, m.seed),
  rate: (l, m) => l.rate(m.text),
  fromId: (l, m) => l.fromId(m.map),
  toId: (l, m) => l.toId(m.text),
  verify: (l, m) => l.verify(m.text),
  adviceOf,
  hintOf: (l, m) => (l.join(m.head, m.state), l.plain(m.plain), l.hint(m.seat)),
};
/** Puzzles: one lab for all of them, as it remembers the last. `puzzle` is the id, as every message has an id of its own. */
const quizLab = once(newLab);
const quizzes = {
  quizMake: (l, m) => l.quizMake(m),
  quizOf: (l, m) => l.quizOf(m.puzzle),
  quizJudge: (l, m) => l.quizJudge({ id: m.puzzle, claim: m.claim, known: m.known }),
  quizHint: (l, m) => l.quizHint({ id: m.puzzle, known: m.known }),
  quizSkills: (l) => l.quizSkills(),
  quizRated: (l, m) => l.quizRated(m),
  best: (l, m) => l.best(m.k),
};

async function answer(message) {
  const quiz = Object.hasOwn(quizzes, message.do);
  if (!quiz && !Object.hasOwn(labs, message.do) && message.do !== "review") return (await host()).take(message);
  try {
    if (quiz) return { re: message.id, ok: true, answer: quizzes[message.do](await quizLab(), message) };
    if (message.do === "review") return await review(message);
    return { re: message.id, ok: true, answer: labs[message.do](await newLab(), message) };
  } catch (e) {
    if (e instanceof Refused) return { re: message.id, ok: false, error: "illegal", text: e.message };
    throw e;
  }
}

/** A review, part by part as it comes. It takes a while: pages give it a worker of its own, and stop that one to stop it. */
async function review({ id, text, seat }) {
  for (const part of (await newLab()).review(text, seat)) postMessage([{ t: "review", ...part }]);
  return { re: id, ok: true };
}

let last = Promise.resolve(); // messages are taken one after the other
self.onmessage = ({ data }) => {
  last = last
    .then(async () => postMessage([await answer(data)]))
    .catch((e) => {
      postMessage([{ re: data?.id, ok: false, error: e?.word ?? "fault", text: String(e?.message ?? e), stack: e?.word ? undefined : e?.stack }]);
    });
};

// coverage.mjs -- with TAMBO_COVERAGE, a folder: Chromium counts which code of the page and of its workers a test executes, and
// leaves it there for tools/web_coverage.mjs. What a service worker executes is not counted here.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = process.env.TAMBO_COVERAGE;
const contexts = new Map(); // each with what takes the counts of its pages
let written = 0;

/** Asks for counts: send(method, params) of a page or a worker. What a worker has executed before that is known, too, if not so well. */
async function start(send) {
  await send("Profiler.enable");
  const before = await send("Profiler.getBestEffortCoverage");
  await send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return before?.result ?? [];
}

/** A worker has a protocol of its own, inside that of its page. */
function workerOf(session, sessionId) {
  const waiting = new Map();
  session.on("Target.receivedMessageFromTarget", ({ sessionId: from, message }) => {
    const { id, result } = JSON.parse(message);
    if (from === sessionId) waiting.get(id)?.(result);
  });
  return (method, params = {}) =>
    new Promise((done) => {
      const id = waiting.size + 1;
      waiting.set(id, done);
      session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) }).catch(() => done(null));
    });
}

/** The code as it was served, once: its name has a hash of what is in it. */
async function keep(page, url) {
  const name = basename(new URL(url).pathname);
  if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), await (await page.request.get(url)).text());
  return name;
}

async function take(page, senders, before) {
  for (const { send, early } of senders) {
    const { result } = (await send("Profiler.takePreciseCoverage").catch(() => null)) ?? { result: [] };
    const own = [...early, ...result].filter(({ url }) => /^http.*\/[\w.]+-\w+\.js$/.test(url));
    for (const script of own) {
      script.kept = await keep(page, script.url);
      if (script.kept.startsWith("worker-")) script.skip = before;
    }
    if (own.length) writeFileSync(join(folder, `page-${process.pid}-${++written}.json`), JSON.stringify({ result: own }));
  }
}

/** Counts in all pages that this context opens; `before`: lines of the test that stand before the code of the worker. */
export async function count(context, before) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const taken = [];
  const close = context.close.bind(context);
  const all = async () => {
    for (const it of taken.splice(0)) await it();
  };
  contexts.set(context, all);
  context.close = async () => {
    await all();
    contexts.delete(context);
    await close();
  };
  const countIn = async (page) => {
    const session = await context.newCDPSession(page);
    const senders = [];
    const startIn = async (send) => senders.push({ send, early: await start(send) });
    session.on("Target.attachedToTarget", async ({ sessionId, targetInfo }) => {
      const send = workerOf(session, sessionId);
      if (targetInfo.type === "worker") await startIn(send);
      await send("Runtime.runIfWaitingForDebugger");
    });
    await startIn(session.send.bind(session));
    await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
    taken.push(() => take(page, senders, before));
  };
  const open = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await open();
    await countIn(page);
    return page;
  };
}

/** The counts of all contexts that are still open. */
export async function takeAll() {
  for (const all of contexts.values()) await all();
  contexts.clear();
}

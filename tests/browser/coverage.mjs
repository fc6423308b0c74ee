// coverage.mjs -- with TAMBO_COVERAGE, a folder: Chromium counts which code of the page, of its workers and of the service worker a
// test executes, and leaves it there for tools/web_coverage.mjs.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = process.env.TAMBO_COVERAGE;
const contexts = new Map(); // each with what takes the counts of its pages
const browsers = new Map(); // each with what takes the counts of its service workers
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
  session.on("Target.detachedFromTarget", ({ sessionId: gone }) => {
    if (gone === sessionId) for (const done of waiting.values()) done(null);
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
    leave(own);
  }
}

const leave = (result) => result.length && writeFileSync(join(folder, `page-${process.pid}-${++written}.json`), JSON.stringify({ result }));

/** Counts in the service workers of all contexts of a browser: they belong to no page, so the browser tells of them. Their code is
 * not kept: `size`, as only the lists of files in its first lines are another build's. */
async function countServiceWorkers(browser) {
  const workers = [];
  browsers.set(browser, async () => {
    for (const worker of workers) {
      const counts = await worker.send("Profiler.takePreciseCoverage").catch(() => null);
      const own = [...worker.early.splice(0), ...(counts?.result ?? [])].filter(({ url }) => /^http.*\/sw\.js$/.test(url));
      for (const { functions } of own) for (const { ranges } of functions) worker.size = Math.max(worker.size, ranges[0].endOffset);
      leave(own.map((script) => ({ ...script, size: worker.size })));
    }
  });
  const session = await browser.newBrowserCDPSession();
  session.on("Target.targetCreated", async ({ targetInfo: { type, targetId } }) => {
    if (type !== "service_worker") return;
    const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
    const send = workerOf(session, sessionId);
    workers.push({ send, early: await start(send), size: 0 });
  });
  await session.send("Target.setDiscoverTargets", { discover: true, filter: [{ type: "service_worker" }] });
}

/** Counts in all pages that this context opens; `before`: lines of the test that stand before the code of the worker. */
export async function count(context, before) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  if (!browsers.has(context.browser())) await countServiceWorkers(context.browser());
  const taken = [browsers.get(context.browser())];
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

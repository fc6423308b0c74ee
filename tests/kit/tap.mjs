// tap.mjs -- a reporter for node's test runner: every case is one line of TAP, also those inside describe(), which
// node's own reporter nests so that meson does not count them. The same with node 18 and later.
import { inspect } from "node:util";

const indented = (text) =>
  text
    .split("\n")
    .map((line) => `    ${line}\n`)
    .join("");

/** Why a case failed; tools/test shows the lines that begin like these. */
function reason({ details: { error }, file, line }) {
  const cause = error.cause ?? error,
    [first, ...more] = String(cause.message ?? cause).split("\n");
  let text = `  ---\n  error: ${JSON.stringify(first)}\n`;
  if (more.length) text += `  message: |-\n${indented(more.join("\n"))}`;
  if (line) text += `  location: ${file}:${line}\n`;
  for (const what of ["expected", "actual"]) if (cause[what] !== undefined) text += `  ${what}: ${inspect(cause[what], { breakLength: Infinity })}\n`;
  if (cause.stack) text += `  stack: |-\n${indented(cause.stack)}`;
  return `${text}  ...\n`;
}

export default async function* tap(events) {
  let n = 0;
  yield "TAP version 13\n";
  for await (const { type, data } of events) {
    if (type === "test:diagnostic") yield `# ${data.message}\n`;
    if (type !== "test:pass" && type !== "test:fail") continue;
    const passed = type === "test:pass",
      { details, skip, todo } = data;
    if (passed ? details.type === "suite" : details.error?.failureType === "subtestsFailed") continue; // its cases were told
    const note = skip !== undefined ? " # SKIP" : todo !== undefined ? " # TODO" : "";
    yield `${passed ? "ok" : "not ok"} ${++n} - ${data.name.replaceAll("#", "\\#")}${note}\n`;
    yield passed ? `# ${Math.round(details.duration_ms)} ms\n` : reason(data);
  }
  if (n) yield `1..${n}\n`;
}

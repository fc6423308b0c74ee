// measure.mjs -- what fits() of kit.mjs asks of a page: are the parts of a turn in sight together, is any text cut or any word
// broken, is any button too small? Knows no game: the names of the parts come from the caller. All functions but the
// last run inside the page; each gives what is wrong, in words.

function px(box) {
  return `${[box.left, box.top, box.right, box.bottom].map(Math.round).join(" ")} of ${innerWidth} x ${innerHeight}`;
}

function nameOf(el) {
  return `${el.tagName.toLowerCase()}${el.id && `#${el.id}`}${typeof el.className === "string" ? `.${el.className.trim().replace(/\s+/g, ".")}` : ""}`;
}

function shown(el) {
  const box = el.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && getComputedStyle(el).visibility !== "hidden" && !el.closest(".vh, [hidden], .sprite");
}

/** What lies on top in the middle of a box. */
function onTop(box) {
  return document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
}

/** Parts that are not there, not whole inside the window, covered, or over another part. */
function outOfSight(parts) {
  const wrong = [];
  const found = Object.entries(parts).map(([name, selector]) => ({ name, el: [...document.querySelectorAll(selector)].find(shown) }));
  const there = found.filter(({ el }) => el).map(({ name, el }) => ({ name, el, box: el.getBoundingClientRect() }));
  for (const { name, el } of found) if (!el) wrong.push(`${name}: not there`);
  for (const { name, el, box } of there) {
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${name}: out of sight, ${px(box)}`);
    const top = onTop(box);
    if (top && !el.contains(top) && !top.contains(el)) wrong.push(`${name}: covered by ${nameOf(top)}`);
  }
  for (const a of there)
    for (const b of there.slice(there.indexOf(a) + 1)) {
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left),
        high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > 1 && high > 1 && !a.el.contains(b.el) && !b.el.contains(a.el))
        wrong.push(`${a.name} and ${b.name} overlap by ${Math.round(wide)} x ${Math.round(high)} px`);
    }
  return wrong;
}

/** Buttons under 44 px, spaces under what they may be, spaces that are covered. */
function tooSmall(root, spaces) {
  const wrong = [];
  const size = (box) => `${box.width.toFixed(1)} x ${box.height.toFixed(1)} px`;
  for (const el of root.querySelectorAll("button, a.btn, a.ruling, [role=radio], [role=button], select, summary")) {
    const box = el.getBoundingClientRect();
    if (shown(el) && Math.min(box.width, box.height) < 43.5) wrong.push(`${nameOf(el)} “${el.textContent.trim()}”: ${size(box)}`);
  }
  for (const [selector, least] of Object.entries(spaces))
    for (const el of document.querySelectorAll(selector)) {
      const box = el.getBoundingClientRect(),
        top = onTop(box);
      if (Math.min(box.width, box.height) < least - 0.5) wrong.push(`${selector}: ${size(box)}, not ${least}`);
      if (!top || !el.parentElement.contains(top)) wrong.push(`${selector}, ${px(box)}: covered by ${top ? nameOf(top) : "the edge"}`);
    }
  return wrong;
}

/** Texts that are cut or stick out, words that are broken inside. */
function badText(root) {
  const wrong = [],
    walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT),
    range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement;
    if (!node.data.trim() || el.closest("svg, script, style") || !shown(el)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect(),
      holder = el.closest("button, .btn, .chip, [role=radio], td, th, li, dd, dt"),
      around = holder?.getBoundingClientRect(),
      low = holder?.matches("button, .btn, .chip") && box.bottom > around.bottom + 3;
    if (el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).overflowX !== "visible") wrong.push(`cut: “${node.data}”`);
    if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`out of the window: “${node.data}”`);
    if (around && (box.left < around.left - 1 || box.right > around.right + 1 || low)) wrong.push(`out of its box: “${node.data}”`);
    for (const word of node.data.matchAll(/[^\s\-–—/·\u00ad\u200b\u202f\u00a0]+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const soft = node.data[word.index - 1] === "\u00ad"; // behind a soft hyphen: the hyphen that is drawn counts to this word
      const boxes = [...range.getClientRects()].filter((r) => r.width > 0);
      const lines = new Set(boxes.slice(soft && boxes.length > 1 ? 1 : 0).map((r) => Math.round(r.top)));
      if (lines.size > 1) wrong.push(`broken: “${word[0]}” in “${node.data}”`);
    }
  }
  return wrong;
}

/** All that is wrong with a page; parts and spaces as fits() of kit.mjs has them.
 * @param {import("playwright-core").Page} page
 * @param {Record<string, string>} parts
 * @param {Record<string, number>} spaces
 * @returns {Promise<string[]>} */
export const measured = (page, parts, spaces) =>
  page.evaluate(`(() => {
    ${[px, nameOf, shown, onTop, outOfSight, tooSmall, badText].join("\n")}
    scrollTo(0, 0);
    const root = document.querySelector("dialog[open]") ?? document.getElementById("app");
    return [...new Set([...outOfSight(${JSON.stringify(parts)}), ...tooSmall(root, ${JSON.stringify(spaces)}), ...badText(root)])];
  })()`);

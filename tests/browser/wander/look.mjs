// look.mjs -- what a wanderer sees of a page: what can be tapped, and what the page says of the game. `look` and `aim` run inside the page
// (both browsers), so they are whole in themselves and know the page by its classes and roles, not by its words.

/** All of it, as data. Elements that can be tapped stay in window.wander.offers, by their place in `offers`. */
export async function look() {
  const $ = (s, el = document) => el.querySelector(s),
    $$ = (s, el = document) => [...el.querySelectorAll(s)];
  const int = (text) => Number((text ?? "").replace(/[\u2212\u2013]/g, "-").replace(/[^\d-]/g, "") || Number.NaN);
  const app = document.getElementById("app"),
    dialogs = $$("dialog[open]"),
    root = dialogs.at(-1) ?? document.body;
  if (!app) return { path: location.pathname, empty: true, offers: [], print: 0 };

  // ---- what can be tapped
  const shown = (el) => {
    const box = el.getBoundingClientRect();
    return (
      box.width > 1 && box.height > 1 && getComputedStyle(el).visibility === "visible" && el.checkVisibility() && !el.closest(".vh, [hidden], .sprite, [inert]")
    );
  };
  const on = (el) => !el.disabled && el.getAttribute("aria-disabled") !== "true";
  const kindOf = (el) => {
    if (el.closest(".toasts")) return "toast";
    if (el.matches(".point-bar .btn")) return "cancel";
    if (el.matches("#ready, #reveal, #go")) return on(el) ? "ink" : "off";
    if (el.matches(".space.can") && el.querySelector(".fog")) return "fog";
    if (el.matches(".coach-acts .btn:not(.plain)")) return "coach";
    if (el.matches("[role=gridcell]")) return el.matches(".cell.legal, .space.can, .space.pickable") ? "space" : el.matches(".preview") ? "pencil" : "still";
    if (el.matches(".opt")) return on(el) ? "choice" : "off";
    if (!on(el)) return "off";
    if (el.closest("dialog .head-row")) return "close";
    if (el.closest(":is(.picker.hint, .picker.marks) header")) return "slip"; // the way back to the turn from what lies over it
    if (el.matches("[type=file]") || el.matches("[download]")) return "file";
    if (el.matches("a[target]") || (el.matches("a[href]") && el.origin !== location.origin)) return "outside";
    if (el.matches(".bar a[href]")) return "back";
    if (el.matches("a[href]")) return new URL(el.href).pathname === location.pathname ? "place" : "link";
    if (el.matches("select, input, textarea")) return "field";
    if (el.matches(".menu .btn.wide:has(use[href='#i-flag']), .lobby .btn.wide:has(use[href='#i-flag'])")) return "leave";
    if (el.matches("form .btn")) return "send";
    if (el.matches(".btn.main")) return "main";
    if (el.matches("#back, .hand-over .btn, .picker footer .btn:has(use[href='#i-undo'])")) return "undo";
    if (el.matches(".asked .btn, .hand4 .opt, .after-row .btn, .bring, .explore-row .btn:not(.cancel)")) return "choice";
    if (el.matches(".dock [aria-pressed], .acts.tools [aria-pressed]")) return "tool";
    if (el.matches(".seg [aria-pressed]")) return "tab";
    if (el.matches(".review-one button")) return "main"; // of a decision, beside a list of many
    if (el.closest("li")?.parentElement.children.length > 5) return "list";
    return "other";
  };
  const nameOf = (el) => {
    const word = (el.getAttribute("aria-label") ?? el.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${el.dataset.space ?? ""}${el.tagName.toLowerCase()}${el.id && `#${el.id}`}${typeof el.className === "string" && el.className.trim() ? `.${el.className.trim().replace(/\s+/g, ".")}` : ""} “${word}”`;
  };
  const found = $$("button, a[href], [role=gridcell], select, summary, input, textarea", root).filter(shown);
  window.wander = { offers: found };
  const offers = found.map((el, i) => ({
    i,
    kind: kindOf(el),
    name: nameOf(el),
    pressed: el.matches("[aria-pressed=true], [aria-current]:not([aria-current=false]), [aria-selected=true], [aria-checked=true]"),
    file: Boolean(el.querySelector("use[href='#i-download']")),
  }));

  // ---- what is drawn: numbers, stamps, discoveries of a sheet; tiles, crops, pawns of a board
  const textAt = (g) => ({ n: int(g.textContent), pencil: g.classList.contains("by-pencil") });
  const word = { "#mummy": "mummy", "#danger-snake": "snake", "#hut": "hut", "#statue": "statue", "#mine": "mine" };
  const inSpace = (x, y, h) => "abcdefghijklmnopqrst"[Math.floor(x / 48)] + (1 + Math.floor(y / h));
  const sheetOf = (svg) => {
    const spaces = {},
      valley = svg.classList.contains("valley");
    const put = (name, what) => (spaces[name] = { ...spaces[name], ...what });
    for (const g of $$("[data-space]", svg)) put(g.dataset.space, { preview: g.classList.contains("preview") });
    const every = (name, el) => {
      const t = $("text.by-pen, text.by-pencil", el),
        stamp = $(".stamp", el),
        cross = $("path.crossed", el);
      if (t) put(name, textAt(t));
      if (stamp) put(name, { n: word[$("use", stamp).getAttribute("href")] ?? "?", pencil: stamp.classList.contains("pencilled") });
      if (cross) put(name, cross.classList.contains("pencilled") ? { crossing: true } : { crossed: true });
    };
    if (!valley) for (const g of $$("[data-space]", svg)) every(g.dataset.space, g);
    else
      for (const g of [...$(".over", svg).children]) {
        const t = $("text.by-pen, text.by-pencil", g),
          use = $(".stamp use", g);
        if (g.matches(".disc, .cost, .must") || !(t || use)) continue;
        const x = t ? Number(t.getAttribute("x")) : Number(use.getAttribute("x")) + Number(use.getAttribute("width")) / 2,
          y = t ? Number(t.getAttribute("y")) - 10 : Number(use.getAttribute("y")) + Number(use.getAttribute("height")) / 2;
        every(inSpace(x, y, 48), g);
      }
    const discs = {};
    for (const d of $$(".disc:not(.pencilled)", svg)) {
      const kind = [...d.classList].find((c) => c.startsWith("disc-")).slice(5);
      discs[kind] = (discs[kind] ?? 0) + 1;
    }
    return { spaces, discs };
  };
  const boardOf = (svg) => {
    const spaces = {};
    for (const g of $$("[data-space], [data-at]", svg)) {
      const tile = $(":scope > .tile", g),
        pawn = $(":scope > .pawn use", g);
      spaces[g.dataset.space ?? g.dataset.at] = {
        t: tile && !$(":scope > .fog", g) ? [...tile.classList].find((c) => /^t-[vdfm]$/.test(c)).slice(2) : null,
        n: int($(":scope > .crop .lvl-n", g)?.textContent) || null,
        pawn: pawn ? pawn.getAttribute("href").slice("#pawn-".length) : null,
      };
    }
    return spaces;
  };
  const nums = (selector, el = document) => $$(selector, el).map((x) => int(x.textContent));
  const main = $("main"),
    isSheet = Boolean($("main.sheet-table")) && !$("main.counting"),
    isBoard = Boolean($("main.tiw-table")) && !$("main.counting");
  const says = {
    title: $(".bar h1")?.firstChild?.textContent ?? "",
    sub: $(".bar h1 small")?.textContent ?? "",
    stage: $("main.hand-over")
      ? "hand"
      : $("main.counting")
        ? "counting"
        : $("main.result")
          ? "result"
          : $("main.lobby")
            ? "lobby"
            : $("main .gallery, main.gallery, .leaf")
              ? "gallery"
              : isSheet || isBoard
                ? "play"
                : $("main.notice")
                  ? "notice"
                  : "page",
    lesson: Boolean($(".lesson")),
    watching: Boolean($(".watching")),
    refused: Boolean($("main.notice use[href='#i-warn'], main.notice use[href='#i-offline']")),
    busy: Boolean($("[aria-busy=true]")),
    scene: Boolean($(".skip-note")) || Boolean(main?.classList.contains("counting") && !$(".ledger tfoot")), // something is being shown
    link: Boolean($(".banner use[href='#i-offline'], .linkstate")),
    toasts: $$(".toast").map((t) => t.textContent),
    inked: Boolean($("#back")),
    all: $$(".names li").map((li) => ({ points: int($("b.hand", li)?.textContent), me: li.classList.contains("me") })),
    total: isSheet ? int($(".strip .sum dd")?.textContent ?? $(".tally .sum dd")?.textContent) : null,
    dice: $$(".tray .die").map((d) => $(".pip", d)?.textContent ?? $("use.mark", d)?.getAttribute("href")),
    sheet: isSheet && $("main .sheetbox svg.sheet") ? sheetOf($("main .sheetbox svg.sheet")) : null,
    board: $("main.tiw-table svg.board") ? boardOf($("main.tiw-table svg.board")) : null,
    scores: isBoard ? nums($(".ps") ? ".ps .sc" : ".pls .sc") : null,
    turns: isBoard ? $$($(".ps") ? ".ps > li" : ".pls > li").map((li) => li.classList.contains("turn")) : null,
    head: isBoard ? ($(".dock .act-say b, .on-turn b")?.textContent ?? null) : null,
    totals: nums(".counting .ledger tfoot td"),
    ranks: nums("main.result .rank tbody:not(.own) .t"),
    rubber: nums(".rubber text").at(-1),
  };

  // ---- laws of drawing: nothing outside the window
  const wrong = [],
    over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) wrong.push(`the page is ${over} px wider than the window`);
  for (const el of found) {
    // What is drawn of it: round the mark of a ruling is room for a thumb, which may reach over the edge.
    const drawn = el.matches("[role=gridcell]") ? el.querySelector(".ring") : el.matches(".ruling") ? el.querySelector("svg") : null;
    const box = (drawn ?? el).getBoundingClientRect();
    const row = el.matches(".opt") && el.closest(".picker"); // many choices in a row, which is pushed on purpose
    if ((box.left < -1 || box.right > innerWidth + 1) && !row) wrong.push(`out of the window: ${nameOf(el)}`);
    if (!el.matches(".btn, .opt")) continue;
    const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT),
      range = document.createRange();
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const around = getComputedStyle(node.parentElement);
      if (!node.data.trim() || node.parentElement.closest("svg, .vh") || around.clipPath !== "none" || around.clip !== "auto") continue; // for ears alone
      range.selectNodeContents(node);
      const inner = range.getBoundingClientRect();
      if (inner.width && (inner.right > box.right + 2 || inner.left < box.left - 2)) wrong.push(`sticks out of its button: ${nameOf(el)}`);
    }
  }
  if (dialogs.length) {
    const box = dialogs.at(-1).getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) wrong.push("the dialog is outside the window");
  }

  // ---- a print of all of it, to see whether anything has changed
  const html = document.body.innerHTML + [...document.querySelectorAll("input, select")].map((f) => `${f.value}${f.checked}`).join();
  let print = 0;
  for (let i = 0; i < html.length; i++) print = (print * 31 + html.charCodeAt(i)) | 0;

  return { path: location.pathname, offers, dialogs: dialogs.length, says, wrong, print };
}

/** Brings an offer into sight; gives where to tap, or null: gone, or something lies on it. */
export function aim(i) {
  const el = window.wander?.offers[i];
  if (!el?.isConnected) return null;
  el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const target = el.matches("[role=gridcell]") ? (el.querySelector(".ring") ?? el) : el;
  const { x, y, width, height } = target.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  const top = document.elementFromPoint(...at);
  if (!top || !(el.contains(top) || top.contains(el))) return null;
  return at;
}

/** What the device keeps of a game: its events. Null: nothing. */
export async function kept(id) {
  const answer = (request) => new Promise((yes, no) => ((request.onsuccess = () => yes(request.result)), (request.onerror = () => no(request.error))));
  if (!(await indexedDB.databases()).some((d) => d.name === "tambo")) return null; // opening would make it
  const db = await answer(indexedDB.open("tambo"));
  const game = await answer(db.transaction("games").objectStore("games").get(id));
  db.close();
  return game ?? null;
}

/** What the server says that this browser may know of a table. */
export async function viewOf(id) {
  const answer = await fetch(`/api/tables/${id}/view`, { credentials: "same-origin" });
  return answer.ok ? answer.json() : null;
}

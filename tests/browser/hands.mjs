// hands.mjs -- the ways a person does what a page asks for: by mouse, by touch, by keys alone; and clicks sent from
// inside the page, which are quick but nobody's. Each way can press something, choose an option of a picker, go to a
// space of a board, set a number, take an entry of a list. For tests that are the same by every hand.
import assert from "node:assert/strict";

/** Tab, until the page says so. */
async function tab(page, there, what) {
  for (let i = 0; i < 90; i++) {
    if (await there()) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no tab stop ${what}`);
}

/** Tab, until the focus is on what fits. */
export const tabTo = (page, match) => tab(page, () => page.evaluate((m) => document.activeElement?.matches(m), match), match);

const stepper = (field, which) => field.locator("xpath=..").locator("button")[which]();
const spaceOf = (page, name) => page.locator(`main [role=grid] [data-space="${name}"]`);

/** What mouse and touch have in common; press(locator) and at(page, x, y) are their own. */
const pointer = (press, at) => ({
  press,
  choose: press,
  async space(page, name) {
    const middle = await spaceOf(page, name).evaluate((el) => {
      el.scrollIntoView({ block: "center" }); // not below something that sticks to the edge
      const { x, y, width, height } = el.querySelector(".ring").getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    await at(page, ...middle);
  },
  async set(field, want) {
    for (let n = Number(await field.inputValue()); n !== want; ) {
      await press(stepper(field, n > want ? "first" : "last"));
      n += Math.sign(want - n);
      await field.page().waitForFunction(([el, k]) => Number(el.value) === k, [await field.elementHandle(), n]);
    }
  },
  take: (list, value) => list.selectOption(value), // the list itself is the system's
});

export const mouse = pointer(
  (l) => l.click(),
  (page, x, y) => page.mouse.click(x, y),
);
export const touch = pointer(
  (l) => l.tap(),
  (page, x, y) => page.touchscreen.tap(x, y),
);

const focused = (l) => l.evaluate((el) => el === document.activeElement);

/** Keys alone: Tab to a stop, arrows inside it. */
export const keys = {
  async press(l) {
    await l.waitFor();
    await tab(l.page(), () => focused(l), l);
    await l.page().keyboard.press("Enter");
  },
  async choose(l) {
    const { keyboard } = l.page();
    await l.waitFor();
    await tab(l.page(), () => l.evaluate((el) => document.activeElement.matches(".opt") && el.closest(".picker").contains(document.activeElement)), l);
    for (let i = 0; i < 30 && !(await focused(l)); i++) await keyboard.press("ArrowRight");
    assert.ok(await focused(l), `arrows lead to ${l}`);
    await keyboard.press("Space");
  },
  async space(page, name) {
    await tabTo(page, "main [role=gridcell]");
    const way = () =>
      spaceOf(page, name).evaluate((el) => {
        const at = (g) => g.querySelector(".ring").getBoundingClientRect();
        const to = at(el),
          here = at(document.activeElement),
          far = to.height / 2;
        if (Math.abs(to.y - here.y) > far) return to.y > here.y ? "ArrowDown" : "ArrowUp"; // rows may have gaps: the row first
        if (Math.abs(to.x - here.x) > far) return to.x > here.x ? "ArrowRight" : "ArrowLeft";
        return el === document.activeElement ? "Enter" : null;
      });
    for (let i = 0; i < 40; i++) {
      const key = await way();
      assert.ok(key, `arrows lead to ${name}`);
      await page.keyboard.press(key);
      if (key === "Enter") return;
    }
    assert.fail(`arrows lead to ${name}`);
  },
  async set(field, want) {
    await tab(field.page(), () => focused(field), field);
    await field.page().keyboard.press("Control+a");
    await field.page().keyboard.type(String(want));
    await field.page().keyboard.press("Tab");
  },
  async take(list, value) {
    await tab(list.page(), () => focused(list), list);
    for (let i = 0; i < 90 && (await list.inputValue()) !== value; i++) await list.page().keyboard.press("ArrowDown");
    assert.equal(await list.inputValue(), value);
  },
};

export const events = {
  ...mouse,
  press: (l) => l.dispatchEvent("click"),
  choose: (l) => l.dispatchEvent("click"),
  space: (page, name) => spaceOf(page, name).dispatchEvent("click"),
};

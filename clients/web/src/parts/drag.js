// drag.js -- carrying something to a space by pointer: a die from the tray, a pencilled number to
// another space. Never the only way: a tap does the same.

const FAR = 8; // px before a press becomes a drag

/** Begin at pointerdown. onDrop(name of the space under the pointer) if it was carried to one. `ghost`:
 * the element whose picture is carried.
 * @param {PointerEvent} event
 * @param {Element | null} ghost
 * @param {(space: string) => void} onDrop */
export function carry(event, ghost, onDrop) {
  if (event.button) return;
  const [x0, y0] = [event.clientX, event.clientY];
  /** @type {HTMLElement | null} */
  let shadow = null;
  /** @param {PointerEvent} e */
  const move = (e) => {
    const dx = e.clientX - x0,
      dy = e.clientY - y0;
    if (!shadow && ghost && Math.hypot(dx, dy) > FAR) {
      shadow = /** @type {HTMLElement} */ (ghost.cloneNode(true));
      shadow.classList.add("carried");
      document.body.append(shadow);
    }
    if (shadow) shadow.style.transform = `translate(${e.clientX - 24}px, ${e.clientY - 40}px)`;
  };
  /** @param {PointerEvent} e */
  const stop = (e) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    if (!shadow) return;
    shadow.remove();
    /** @param {Event} c */
    const untap = (c) => c.stopPropagation(); // what was carried is not tapped, too
    addEventListener("click", untap, { capture: true });
    setTimeout(() => removeEventListener("click", untap, { capture: true }), 0);
    const space = e.type === "pointerup" && document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-space]")?.getAttribute("data-space");
    if (space) onDrop(space);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}

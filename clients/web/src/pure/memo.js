// memo.js -- a component that is drawn again only when one of its properties is another. As preact/compat has it, without the
// rest of that package, which looks at every element of the page that is drawn.

/** @param {Record<string, any>} a
 * @param {Record<string, any>} b */
const same = (a, b) => Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]);

/** alike(before, next): are the properties as good as the same?
 * @template {Record<string, any>} P
 * @param {(props: P) => any} draw
 * @param {(before: P, next: P) => boolean} [alike] */
export function memo(draw, alike = same) {
  /** @this {{props: P}}
   * @param {P} next */
  function changed(next) {
    return !alike(this.props, next);
  }
  /** @this {{props: P, shouldComponentUpdate?: typeof changed}}
   * @param {P} props */
  function Kept(props) {
    this.shouldComponentUpdate ??= changed; // once: hooks put their own round it
    return draw(props);
  }
  return Kept;
}

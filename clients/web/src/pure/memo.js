// memo.js -- a component that is drawn again only when one of its properties is another. As preact/compat has it, without the
// rest of that package, which looks at every element of the page that is drawn.

const same = (a, b) => Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]);

/** alike(before, next): are the properties as good as the same? */
export function memo(draw, alike = same) {
  function changed(next) {
    return !alike(this.props, next);
  }
  return function Kept(props) {
    this.shouldComponentUpdate ??= changed; // once: hooks put their own round it
    return draw(props);
  };
}

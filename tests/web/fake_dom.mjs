// fake_dom.mjs -- as much of a document as preact needs to draw a screen under node: elements with children, attributes and
// properties, no layout and no events but press(). Effects that wait for a painted page never run. Not a test by itself.
class Node {
  constructor(name) {
    Object.assign(this, { localName: name, nodeName: name, nodeType: name === "#text" ? 3 : 1, childNodes: [], parentNode: null });
    Object.assign(this, { attributes: [], style: { setProperty() {} }, disabled: false, id: "", data: "" });
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get textContent() {
    return this.data + this.childNodes.map((c) => c.textContent).join("");
  }
  set textContent(text) {
    Object.assign(this, { data: text, childNodes: [] });
  }
  insertBefore(child, before) {
    child.parentNode?.removeChild(child);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child) {
    return this.insertBefore(child, null);
  }
  removeChild(child) {
    this.childNodes = this.childNodes.filter((c) => c !== child);
    child.parentNode = null;
    return child;
  }
  remove() {
    this.parentNode?.removeChild(this);
  }
  setAttribute(name, value) {
    this.attributes = [...this.attributes.filter((a) => a.name !== name), { name, value }];
    if (name === "id") this.id = value;
  }
  removeAttribute(name) {
    this.attributes = this.attributes.filter((a) => a.name !== name);
  }
  getAttribute(name) {
    return this.attributes.find((a) => a.name === name)?.value ?? null;
  }
  addEventListener(type, fn) {
    this[`on ${type}`] = fn;
  }
  removeEventListener() {}
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 360, height: 640 };
  }
  /** All elements below, this one included. */
  *all() {
    yield this;
    for (const child of this.childNodes) yield* child.all();
  }
}

globalThis.document ??= {
  createElement: (name) => new Node(name),
  createElementNS: (_, name) => new Node(name),
  createTextNode: (data) => Object.assign(new Node("#text"), { data: String(data) }),
  documentElement: new Node("html"),
  body: new Node("body"),
  addEventListener() {},
  removeEventListener() {},
  querySelector: () => null,
  getElementById: () => new Node("p"), // where something is said
};
globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
globalThis.requestAnimationFrame ??= () => 0;
globalThis.cancelAnimationFrame ??= () => {};
globalThis.localStorage ??= { getItem: () => null, setItem() {}, removeItem() {} };
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

export const root = () => new Node("main");

/** As somebody presses a button. */
export const press = (button) => button["on click"].call(button, { type: "click" });

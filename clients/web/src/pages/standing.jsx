// standing.jsx -- a fault is never the end: what cannot be drawn is built again, once, from what the tables and the device know; if that
// fails too, a sentence and a button that loads the page. The fault goes on to whoever listens to what nobody caught (browser/faults.js).
import { Component, render } from "preact";
import { throwLater } from "../browser/faults.js";
import { listenToPages } from "../browser/router.js";
import { Refused } from "../parts/link.jsx";

const NAME = "Tambo",
  AGAIN = 60000; // ms: a fault that comes sooner after building again, with nobody having done anything, is the same one

/** Calls onFault(error), once, and draws nothing any more, when anything below it throws while it is drawn or in an effect. */
class Boundary extends Component {
  /** @type {{broken: boolean}} */
  state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  componentDidCatch(error) {
    if (this.told) return;
    this.told = true;
    this.props.onFault(error);
  }
  render() {
    return this.state.broken ? null : this.props.children;
  }
}

/** Draws App into the element #app, and goes on drawing it whatever happens.
 * @param {() => any} App */
export function stand(App) {
  let built = -Infinity,
    touched = false, // since then
    over = false; // it could not be built
  for (const what of ["pointerdown", "keydown"]) addEventListener(what, () => (touched = true), { capture: true, passive: true });
  /** A fresh element each time: in the old one nothing is as it was left. */
  const build = (/** @type {any} */ what) => {
    const old = /** @type {HTMLElement} */ (document.getElementById("app")),
      place = document.createElement("div");
    place.id = "app";
    try {
      render(null, old); // listeners and clocks end
    } catch {
      // what cannot be taken down goes with its element
    }
    old.replaceWith(place);
    render(what, place);
  };
  const begin = () => {
    over = false;
    build(
      <Boundary onFault={fault}>
        <App />
      </Boundary>,
    );
  };
  const fault = (/** @type {any} */ error) => {
    throwLater(error);
    const soon = !touched && performance.now() - built < AGAIN;
    built = performance.now();
    touched = false;
    setTimeout(() => {
      over = soon;
      if (soon) build(<Refused problem={{ error: "fault" }} title={NAME} />);
      else begin();
    }, 0);
  };
  listenToPages(() => over && begin());
  begin();
}

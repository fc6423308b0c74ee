// more_style.js -- the styles of pages that are fetched when wanted (more.css).
import { once } from "../pure/once.js";

/** Resolves when they are there. */
export const moreStyle = once(
  () =>
    new Promise((yes, no) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = MORE_STYLE_URL;
      link.onload = () => yes(true);
      link.onerror = () => {
        link.remove();
        no(new Error("no styles"));
      };
      document.head.append(link);
    }),
);

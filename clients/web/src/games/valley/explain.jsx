// explain.jsx -- what Valley explains at the table: the four discoveries, the structures, snakes.
import { t } from "../../words/i18n.js";
import { KINDS, STRUCTURES } from "./count.js";
import { crossing, drawn, revealing } from "./rules.jsx";
import { kindName, structureName, structureWhy } from "./words.js";

const discovery = (kind) => () => {
  const { text, picture } = drawn[kind]();
  return { title: kindName(kind), lines: [text, revealing()], picture, rules: ["VAL-9"] };
};
const structure = (what) => () => ({ title: structureName(what), lines: [structureWhy(what)], picture: drawn.built().picture, rules: ["VAL-8", "VAL-11"] });

export const topics = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, discovery(kind)])),
  ...Object.fromEntries(STRUCTURES.map((what) => [what, structure(what)])),
  snake: () => {
    const { text, picture } = drawn.snake();
    return { title: t("Snakes"), lines: [text, crossing()], picture, rules: ["VAL-7", "VAL-11"] };
  },
};

// map_words.js -- how hard a map is to read, and how large, in words.
import { t } from "../../words/i18n.js";

/** @param {string | undefined} grade */
export const gradeName = (grade) => ({ gentle: t("gentle"), fair: t("fair"), tricky: t("tricky"), fiendish: t("fiendish") })[grade ?? ""];
/** @param {string | undefined} size */
export const sizeName = (size) => (size === "tiny" ? t("tiny, 5 × 5") : t("long, 9 × 5"));

// page.jsx -- deduction puzzles: the hub and the four kinds.
import { Bar } from "../parts/basics.jsx";
import { t } from "../words/i18n.js";

export const PuzzlesPage = () => <Bar title={t("Puzzles")} />;

// page.jsx -- one's own story: scores, levels, techniques, days.
import { Bar } from "../parts/basics.jsx";
import { t } from "../words/i18n.js";

export const StoryPage = () => <Bar title={t("Your story")} />;

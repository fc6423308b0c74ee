// circle.jsx -- a circle of friends who compare their days: joining by its link, who is in it.
import { Bar } from "../parts/basics.jsx";
import { t } from "../words/i18n.js";

export const CirclePage = () => <Bar title={t("Circle")} />;

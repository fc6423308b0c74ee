// page.jsx -- the game of the day: practice on this device, and ranked on a server.
import { Bar } from "../parts/basics.jsx";
import { t } from "../words/i18n.js";

export const DayPage = () => <Bar title={t("The day")} />;

// same_player.jsx -- becoming somebody who plays on another device, by a personal link or a recovery card.
import { useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { go } from "../browser/router.js";
import { toast } from "../browser/say.js";
import { settings } from "../browser/settings.js";
import { Bar, Notice } from "./basics.jsx";
import { Refused } from "./link.jsx";

/** One has become that player: says so, and goes home.
 * @param {{name?: string}} me */
export function welcome({ name }) {
  if (name) settings.set("name", name);
  toast(name ? t("You are {name} on this device, too.", { name }) : t("You are the same player on this device, too."), "i-check");
  go("/", { replace: true });
}

/** Asks first, as the tables of whoever this browser was until now go out of sight.
 * @param {{title: string, text: string, become: () => Promise<{name?: string}>}} props title: of the page; text: what comes along */
export function SamePlayer({ title, text, become }) {
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const [busy, setBusy] = useState(false);
  const yes = async () => {
    setBusy(true);
    try {
      welcome(await become());
    } catch (e) {
      setProblem({ error: e.word, text: e.message });
    }
  };
  if (problem) return <Refused problem={problem} title={title} />;
  return (
    <>
      <Bar title={title} />
      <Notice icon="i-person" title={t("Continue here as the same player?")} text={text}>
        <button type="button" class="btn main" disabled={busy} onClick={yes}>
          {t("Yes, this is me")}
        </button>
        <a class="btn" href="/">
          {t("No")}
        </a>
      </Notice>
    </>
  );
}

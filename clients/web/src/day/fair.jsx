// fair.jsx -- what practice and ranked days are, honestly, and how a day's dice can be checked: what was promised, and once the day has ended everywhere
// the secret that everything followed from.
import { momentText } from "../words/dates.js";
import { t } from "../words/i18n.js";
import { Icon } from "../parts/basics.jsx";
import { bytesOf, sha256 } from "../pure/sha256.js";

function Promised({ server }) {
  const { promise, secret, closes, parts } = server,
    tables = parts.filter((p) => p.table && p.state === "over");
  if (!secret)
    return (
      <>
        <p>
          {t(
            "Dice and map follow from a secret of the day. It is published when the day has ended in the last time zone, {when}. Until then this fingerprint of it is the promise:",
            {
              when: momentText(closes, { dateStyle: "long", timeStyle: "short" }),
            },
          )}
        </p>
        <p class="map-id">{promise}</p>
      </>
    );
  const kept = sha256(bytesOf(secret)) === promise;
  return (
    <>
      <p>{t("The secret of this day, from which dice and map followed:")}</p>
      <p class="map-id">{secret}</p>
      <p class={`told ${kept ? "right" : ""}`}>
        <Icon id={kept ? "i-check" : "i-warn"} size={20} />
        {kept ? t("It fits what was promised. This page has checked it.") : t("It does not fit what was promised.")}
      </p>
      {tables.map(({ part, table }) => (
        <p key={part}>
          <a href={`/replay/${table}?as=1`}>{t("Check the dice of your game")}</a>
        </p>
      ))}
      <p class="quiet">{t("`tambo verify` checks records, too.")}</p>
    </>
  );
}

/** server: what it says of the day, or null. */
export const Fair = ({ server }) => (
  <details class="card more day-fair">
    <summary>{t("How ranked and practice differ")}</summary>
    <div class="stack-s small under">
      <p>
        {t(
          "Practice is on this device, as often as you like; the first try goes into your story. Its dice follow from the date, so anybody could know them beforehand: it is not ranked.",
        )}
      </p>
      <p>
        {t(
          "Ranked games are on the server. There the first try counts, and nobody learns anything about the dice or the map from others before the day is over.",
        )}
      </p>
      {server && <Promised server={server} />}
    </div>
  </details>
);

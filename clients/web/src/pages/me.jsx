// me.jsx -- a personal link: whoever opens it on another device becomes the same player there.
import { useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { QrCode, ShareButtons } from "../parts/link.jsx";
import { SamePlayer } from "../parts/same_player.jsx";
import { becomeBy, personalLink, signOutElsewhere } from "../table/server.js";
import { settings } from "../browser/settings.js";
import { complain } from "../words/problems.js";
import { toast } from "../browser/say.js";

export function MePage() {
  const [link] = useState(() => location.hash.slice(1));
  return (
    <SamePlayer
      title={t("Your personal link")}
      text={t("Your tables and your name come with you. Only do this with a link you made yourself.")}
      become={() => becomeBy(link)}
    />
  );
}

/** Of the settings: makes the link. */
export function OtherDevice() {
  const [url, setUrl] = useState(/** @type {string | null} */ (null));
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      setUrl(`${location.origin}/me#${await personalLink(settings.get("name").trim())}`);
    } catch (e) {
      complain(e);
    }
    setBusy(false);
  };
  const signOut = async () => {
    setBusy(true);
    try {
      await signOutElsewhere();
      toast(t("You are signed out everywhere but here."), "i-check");
    } catch (e) {
      complain(e);
    }
    setBusy(false);
  };
  return (
    <section class="stack-s" aria-labelledby="device-title">
      <h2 id="device-title" class="label">
        {t("On another device")}
      </h2>
      <p class="quiet small">{t("A personal link carries over your name and your online tables. It works once, within an hour; whoever opens it is you.")}</p>
      {url ? (
        <div class="card inv">
          <QrCode text={url} label={t("QR code of your personal link")} />
          <div class="grow stack-s">
            <p class="small">{t("Scan it with the other device, or send yourself the link.")}</p>
            <ShareButtons url={url} />
          </div>
        </div>
      ) : (
        <button type="button" class="btn" disabled={busy} onClick={make}>
          {t("Make a personal link")}
        </button>
      )}
      <p class="quiet small">
        {t("For the day this device gets lost there is a recovery card.")} <a href="/me">{t("Recovery card")}</a>
      </p>
      <p class="quiet small">{t("Did a device get lost, or did somebody else use your link? End it there.")}</p>
      <button type="button" class="btn" disabled={busy} onClick={signOut}>
        {t("Sign out everywhere else")}
      </button>
    </section>
  );
}

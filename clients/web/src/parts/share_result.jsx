// share_result.jsx -- a result to be handed on: a picture, drawn on this device, and its text. Fetched when somebody wants it.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Dialog, Icon } from "./basics.jsx";
import { drawPostcard } from "./postcard.jsx";
import { saveBlob } from "../browser/files.js";
import { toast } from "../browser/say.js";

/** card: as drawPostcard has it. */
export function ShareResult({ card, text, onClose }) {
  const canvas = useRef(/** @type {any} */ (null));
  useEffect(() => void drawPostcard(canvas.current, card), []);
  const picture = () => new Promise((done) => canvas.current.toBlob(done, "image/png"));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t("The text is copied."), "i-check");
    } catch {
      toast(text);
    }
  };
  const share = async () => {
    const files = [new File([await picture()], "tambo.png", { type: "image/png" })];
    const what = navigator.canShare?.({ files }) ? { files, text } : { text };
    navigator.share(what).catch(() => {}); // somebody thought better of it
  };
  return (
    <Dialog title={t("Share the result")} onClose={onClose}>
      <canvas ref={canvas} class="card-canvas" width="1080" height="1080" role="img" aria-label={text} />
      <p class="quote small">{text}</p>
      <div class="menu under">
        {"share" in navigator && (
          <button type="button" class="btn main wide" onClick={share}>
            <Icon id="i-share" size={20} />
            {t("Share")}
          </button>
        )}
        <button type="button" class="btn wide" onClick={copy}>
          <Icon id="i-copy" size={20} />
          {t("Copy the text")}
        </button>
        <button type="button" class="btn wide" onClick={async () => saveBlob("tambo.png", await picture())}>
          <Icon id="i-download" size={20} />
          {t("Save the picture")}
        </button>
      </div>
    </Dialog>
  );
}

// link.jsx -- the line to the server in words, while something is wrong with it; pages of refusals
// with a way on; sharing an address as text and as a picture.
import { useEffect, useState } from "preact/hooks";
import { renderSVG } from "uqr";
import { t } from "../words/i18n.js";
import { usePromise } from "../browser/hooks.js";
import { problemText } from "../words/problems.js";
import { refusalsReady } from "../words/refusals.js";
import { toast } from "../browser/say.js";
import { Bar, Icon, Notice } from "./basics.jsx";

/** Does the browser think there is a network? */
function useNetwork() {
  const [on, set] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => set(navigator.onLine);
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return on;
}

/** link: as table.js has it; stop: the server said that it stops; list: there is no table here, only a list of them; onHurry: tries at once.
 * @param {{link: string, stop?: string | null, list?: boolean, onHurry?: () => void}} props */
export function LinkState({ link, stop = null, list = false, onHurry }) {
  const network = useNetwork();
  const [since, setSince] = useState(false); // it has taken longer than a blink
  const good = link === "open" && !stop;
  useEffect(() => {
    setSince(false);
    if (link !== "connecting") return;
    const timer = setTimeout(() => setSince(true), 700);
    return () => clearTimeout(timer);
  }, [link]);
  const text =
    good || (link === "connecting" && !since)
      ? null
      : list && (!network || link === "lost")
        ? t("No connection to the server. We keep trying.")
        : !network
          ? t("No network. Nothing is lost: what you did goes out as soon as it is back.")
          : link === "renewing"
            ? t("The server has a different version. Fetching it …")
            : stop && link === "open"
              ? t("The server is about to stop. It will be back in a few seconds.")
              : stop
                ? t("The server has stopped for a moment. Nothing is lost; we will reconnect by ourselves.")
                : link === "lost"
                  ? t("No connection. Nothing is lost: we reconnect, and then what you did goes out.")
                  : t("Looking for the table …");
  return (
    <div class="linkstate" role="status">
      {text && (
        <div class="line">
          <Icon id={link === "connecting" ? "i-clock" : "i-offline"} size={22} />
          <span class="grow">{text}</span>
          {link === "lost" && network && onHurry && (
            <button type="button" class="btn" onClick={onHurry}>
              {t("Try now")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Loads the page itself anew, past what the device keeps of the old one. */
async function loadAgain() {
  try {
    for (const name of await caches.keys()) if (name.startsWith("tambo-")) await caches.delete(name);
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  } catch {
    // nothing is kept, then
  }
  location.reload();
}

/** A problem as a whole page: a sentence, and ways on.
 * @param {{problem: Problem, title?: string, children?: Children}} props */
export function Refused({ problem, title, children }) {
  usePromise(refusalsReady, []); // drawn again with its sentence
  const again = ["version", "build", "fault", "offline", "store"].includes(problem.error),
    past = ["version", "build"].includes(problem.error);
  return (
    <>
      <Bar title={title ?? (again ? t("Table") : t("No table here"))} />
      <Notice
        icon="i-warn"
        title={problemText(problem)}
        text={problem.error === "fault" && problem.text ? t("The program says: {text}", { text: problem.text }) : undefined}
      >
        {again && (
          <button type="button" class="btn main" onClick={past ? loadAgain : () => location.reload()}>
            {problem.error === "build" ? t("Try again") : t("Reload")}
          </button>
        )}
        {children}
        <a class={`btn ${again || problem.error === "code" ? "" : "main"}`} href="/">
          {t("To the home page")}
        </a>
      </Notice>
    </>
  );
}

/** A QR code as a path in a square of `size`.
 * @param {string} text */
export function qrPath(text) {
  const svg = renderSVG(text, { border: 0, ecc: "M" });
  return { size: Number(svg.match(/viewBox="0 0 (\d+)/)?.[1]), path: [...svg.matchAll(/ d="([^"]+)"/g)].map((m) => m[1]).join("") };
}

export function QrCode({ text, label }) {
  const { size, path } = qrPath(text);
  return (
    <svg class="qr" width="168" height="168" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** Copy, and share where the device can. */
export function ShareButtons({ url }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast(t("The link is copied."), "i-check");
    } catch {
      toast(url);
    }
  };
  return (
    <div class="row wrap">
      <button type="button" class="btn" onClick={copy}>
        <Icon id="i-copy" size={20} />
        {t("Copy link")}
      </button>
      {navigator.share && (
        <button type="button" class="btn" onClick={() => navigator.share({ url }).catch(() => {})}>
          <Icon id="i-share" size={20} />
          {t("Share")}
        </button>
      )}
    </div>
  );
}

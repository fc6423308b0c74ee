// basics.jsx -- the smallest parts: icons, the woven band, the bar on top, dialogs, toasts, the
// frame of a page. Every text comes in from outside, translated.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { capital, t } from "../words/i18n.js";
import { toastsGoTo } from "../browser/say.js";
import { useTitle } from "../browser/hooks.js";
import { useOpened } from "../browser/opened.js";
import { listenToPages } from "../browser/router.js";

/** A symbol of the sprite (look/symbols.svg).
 * @param {{id: string, size?: number, class?: string}} props */
export function Icon({ id, size = 24, class: cls = "" }) {
  return (
    <svg class={`ic ${cls}`} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`#${id}`} />
    </svg>
  );
}

export function Band({ game }) {
  return (
    <svg class="band" aria-hidden="true">
      <rect width="100%" height="16" fill={`url(#weave-${game})`} />
    </svg>
  );
}

/** A button that is only a picture; label is what it does.
 * @param {{id: string, label: string, class?: string} & import("preact").ButtonHTMLAttributes} props */
export function IconButton({ id, label, class: cls = "", ...more }) {
  return (
    <button type="button" class={`btn plain ${cls}`} aria-label={label} title={label} {...more}>
      <Icon id={`i-${id}`} />
    </button>
  );
}

/** The top of every page but the first. children: buttons on the right. onBack: where the way back is no other page. tab: what
 * the title of the browser's tab begins with.
 * @param {{game?: string | null, title: string, tab?: string | null, sub?: Children, back?: string, onBack?: () => void, children?: Children}} props */
export function Bar({ game = "house", title, tab, sub, back = "/", onBack, children }) {
  const where = back === "/" && !onBack ? t("Home") : t("Back");
  useTitle(tab ? `${tab} · ${title}` : title);
  useEffect(() => void (document.body.className = `g-${game}`), [game]);
  return (
    <header>
      <div class="bar">
        {onBack ? (
          <IconButton id="left" label={where} onClick={onBack} />
        ) : (
          <a class="btn plain" href={back} aria-label={where} title={where}>
            <Icon id="i-left" />
          </a>
        )}
        <h1>
          {title}
          {sub && <small>{sub}</small>}
        </h1>
        {children}
      </div>
      <Band game={game} />
    </header>
  );
}

/** A modal dialog; open while it is rendered. onClose: Escape, Back, or the button. */
export function Dialog({ title, onClose, children }) {
  useOpened(onClose);
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close(); // the focus goes back at once: who closed it may send it on
  }, []);
  return (
    <dialog
      ref={ref}
      class="modal"
      aria-label={title}
      onCancel={(e) => {
        e.preventDefault();
        onClose();
      }}
      onClick={(e) => e.target === ref.current && onClose()}
    >
      <div class="modal-in">
        <div class="head-row">
          <h2>{title}</h2>
          <IconButton id="close" label={t("Close")} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

const WITH = 400; // ms: a toast that is younger belongs to the step to the next page

/** Where toasts appear: the last three, each for a few seconds, and not on the next page. */
export function Toasts() {
  const [all, set] = useState(/** @type {import("../browser/say.js").Toast[]} */ ([]));
  useEffect(
    () =>
      void toastsGoTo((one) => {
        set((others) => [...others.filter((o) => o.text !== one.text).slice(-2), one]);
        setTimeout(() => set((others) => others.filter((o) => o !== one)), 6000);
      }),
    [],
  );
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    if (!all.length || !ref.current?.showPopover) return;
    ref.current.showPopover(); // above dialogs
    return () => ref.current?.hidePopover();
  }, [all]);
  useEffect(() => listenToPages(() => set((all) => all.filter(({ at }) => Date.now() - at < WITH))), []);
  return (
    <div class="toasts" role="status" popover="manual" ref={ref}>
      {all.map((one) => (
        <div class="toast" key={one.text}>
          <Icon id={one.icon} size={22} />
          <span>{one.text}</span>
        </div>
      ))}
    </div>
  );
}

/** options: [[value, label], ...]
 * @typedef {{label: string, options: any[][], value: any, onChange: (value: any) => void}} Choosing */
/** A choice among a few, as buttons that stay pressed.
 * @param {Choosing} props */
export function Segments({ label, options, value, onChange }) {
  return (
    <div class="seg" role="group" aria-label={label}>
      {options.map(([v, text]) => (
        <button type="button" class="btn" aria-pressed={v === value} onClick={() => onChange(v)}>
          {capital(text)}
        </button>
      ))}
    </div>
  );
}

/** A page with a sentence and a way on.
 * @param {{icon?: string, title: string, text?: string, children?: Children}} props */
export function Notice({ icon = "i-info", title, text, children }) {
  return (
    <main class="notice paper">
      <Icon id={icon} size={44} />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <div class="row wrap">{children}</div>
    </main>
  );
}

/** Code or data of the page did not come. */
export const NotLoaded = () => (
  <Notice icon="i-offline" title={t("This page could not be loaded. Please try again when you are online.")}>
    <button type="button" class="btn main" onClick={() => location.reload()}>
      {t("Reload")}
    </button>
  </Notice>
);

/** @param {{text?: string}} props */
export function Waiting({ text }) {
  return (
    <main class="notice quiet" aria-busy="true">
      <p>{text ?? t("One moment …")}</p>
    </main>
  );
}

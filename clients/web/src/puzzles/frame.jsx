// frame.jsx -- what all puzzles have around them: the bar with the rules of the land and sharing, waiting, and what went wrong.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { problemText } from "../words/problems.js";
import { Bar, Dialog, Icon, IconButton, Notice, Waiting } from "../parts/basics.jsx";
import { QrCode, ShareButtons } from "../parts/link.jsx";

/** Where a puzzle is on this site; `tambo puzzle` knows it by the same id.
 * @param {string} id */
export const placeOf = (id) => `/puzzles/${/^q\d+-whole-/.test(id) ? "whole" : "certain"}/${encodeURIComponent(id)}`;
const addressOf = (id) => location.origin + placeOf(id);

/** What every puzzle rests on, in short (SCN-2, SCN-3, SCN-6). */
const Land = ({ onClose }) => (
  <Dialog title={t("The rules of the land")} onClose={onClose}>
    <ul class="pz-rules">
      <li>{t("Spaces of one terrain that share an edge are a region. A region has one to five spaces.")}</li>
      <li>{t("Two regions of one terrain never touch, not even at a corner.")}</li>
      <li>{t("A region of three spaces grows the crops 1, 2 and 3, once each; one of five all five.")}</li>
      <li>{t("Equal crops never touch, not even at a corner.")}</li>
      <li>{t("Something is certain if it holds on every map that fits these rules, all you see, and the tiles left of each terrain.")}</li>
    </ul>
    <a class="btn wide under" href="/rules/tiwanaku">
      <Icon id="i-book" size={20} />
      {t("All rules of Tiwanaku")}
    </a>
  </Dialog>
);

const Sharing = ({ id, onClose }) => (
  <Dialog title={t("Share this puzzle")} onClose={onClose}>
    <div class="shared">
      <QrCode text={addressOf(id)} label={t("QR code of this puzzle")} />
      <div class="grow">
        <ShareButtons url={addressOf(id)} />
      </div>
    </div>
  </Dialog>
);

/** id: of the puzzle, where it can be handed on.
 * @param {{title: string, sub?: string, id?: string | null, back?: string, land?: boolean}} props */
export function PuzzleBar({ title, sub, id, back = "/puzzles", land = true }) {
  const [open, setOpen] = useState("");
  const close = () => setOpen("");
  return (
    <>
      <Bar game="tiwanaku" title={title} sub={sub} back={back}>
        {id && <IconButton id="share" label={t("Share this puzzle")} aria-haspopup="dialog" onClick={() => setOpen("share")} />}
        {land && <IconButton id="book" label={t("The rules of the land")} aria-haspopup="dialog" onClick={() => setOpen("land")} />}
      </Bar>
      {open === "land" && <Land onClose={close} />}
      {open === "share" && id && <Sharing id={id} onClose={close} />}
    </>
  );
}

/** A puzzle that is on its way: make() again when `deps` change. Gives it, and a way to have another; onward: it is not the first.
 * @template T
 * @param {() => Promise<T>} make
 * @param {any[]} deps
 * @returns {{it: T | null, problem: any, onward: boolean, set: (it: T) => void, more: (make: () => Promise<T>) => Promise<void>}} */
export function useComing(make, deps) {
  const [state, set] = useState(/** @type {{it: any, problem: any}} */ ({ it: null, problem: null }));
  const asked = useRef(0);
  const more = async (from) => {
    asked.current++;
    try {
      set({ it: await from(), problem: null });
    } catch (e) {
      set({ it: null, problem: { error: e.word ?? "fault", text: e.message } });
    }
  };
  useEffect(() => void more(make), deps);
  return { ...state, onward: asked.current > 1, set: (it) => set({ it, problem: null }), more };
}

/** In its place: it comes, or why it does not. */
export const Coming = ({ problem }) =>
  problem ? (
    <Notice
      icon="i-warn"
      title={
        problem.error === "fault"
          ? t("The map lab could not be loaded. Open this page once while you are online; then it works offline, too.")
          : problemText(problem)
      }
    >
      <a class="btn main" href="/puzzles">
        {t("To the puzzles")}
      </a>
    </Notice>
  ) : (
    <Waiting />
  );

/** The way on, which has the eye. */
export const Next = ({ onClick, children }) => (
  <button type="button" class="btn main grow" onClick={onClick}>
    {children}
    <Icon id="i-right" size={20} />
  </button>
);

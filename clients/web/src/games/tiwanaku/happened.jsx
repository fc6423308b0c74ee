// happened.jsx -- the last event in one line of the dock: what, how many points, and why; a tap opens the log.
import { useState } from "preact/hooks";
import { listOf, t, tn } from "../../words/i18n.js";
import { plus, said } from "../../words/tale.js";
import { Dialog, Icon } from "../../parts/basics.jsx";
import { isCoop } from "./model.js";
import { Log, colourOf } from "./panels.jsx";
import { PawnIcon } from "./pieces.jsx";
import { causeOf } from "./scenes.js";

/** What the points of a tale are for, in a few words, or "". */
export function pointsFor({ points, values: { grown, level, stones, crop, terrain } }) {
  if (!points || !terrain) return "";
  return listOf([
    ...(grown ? [`${t(crop.text)} ${grown}`] : []),
    level ? tn("{n} stone on level {level}", "{n} stones on level {level}", stones, { level }) : t("a stone at the end of its road"),
  ]);
}

/** Why an Otoma moved, or "". */
export function becauseOf(tales, i, view) {
  const cause = causeOf(tales, i, view);
  if (!cause) return "";
  return isCoop(view) ? t("It flees from {space}.", cause) : t("The arrow at {space} sent it.", cause);
}

/** scene: what is played just now; its tale has the line then.
 * @param {{tales: any, scene?: any, view: View, me: number | null, name: NameOf}} props */
export function Happened({ tales, scene, view, me, name }) {
  const [open, setOpen] = useState(false);
  const i = scene ? scene.number : tales.findLastIndex((told) => told.seat);
  if (i < 0) return null;
  const tale = tales[i];
  const why = pointsFor(tale);
  return (
    <>
      <button type="button" class="happened" title={t("Open the log")} onClick={() => setOpen(true)}>
        <PawnIcon colour={colourOf(tale, view)} size={22} />
        <span class="grow">
          {said(tale, { of: "tiwanaku", name, me })} {tale.points ? <b class={tale.points < 0 ? "bad" : ""}>{plus(tale.points)}</b> : null}
          {why && <span class="quiet"> ({why})</span>} <span class="quiet">{becauseOf(tales, i, view)}</span>
        </span>
        <Icon id="i-note" size={20} />
        <span class="vh">{t("Open the log")}</span>
      </button>
      {open && (
        <Dialog title={t("Log")} onClose={() => setOpen(false)}>
          <Log {...{ tales, view, me, name }} />
        </Dialog>
      )}
    </>
  );
}

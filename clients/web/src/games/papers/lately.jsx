// lately.jsx -- one line at the table of a dice game: who is ready, and what happened last to oneself. A tap opens the rest:
// names with their points, and the log. Its texts are in the domains of both games (tools/texts.mjs).
import { useState } from "preact/hooks";
import { t, tc } from "../../words/i18n.js";
import { plus, said } from "../../words/tale.js";
import { nameOf } from "../../pure/match.js";
import { Dialog, Icon } from "../../parts/basics.jsx";
import { NameChips, ReadyBar } from "../../parts/cord.jsx";
import { Log } from "../../parts/log.jsx";

const FEW = 12; // seats whose names are shown

/** What was done last by a seat or to it: the tale, and the points of that turn. */
export function lastOf(tales, me) {
  const k = tales.findLastIndex((tale) => tale.seat === me || tale.values.whose?.seat === me);
  if (k < 0) return null;
  let points = 0;
  for (let i = k; i >= 0 && tales[i].seat === me; i--) points += tales[i].points ?? 0;
  return { tale: tales[k], points };
}

/** The cord with names and points; alone: nothing. */
export function Company({ match, view, width = 420 }) {
  if (match.seats.length < 2) return null;
  const points = match.seats.length <= FEW ? view.points().map((row) => row.total) : [];
  return (
    <div class="stack-s">
      <ReadyBar match={match} width={width} />
      {match.seats.length <= FEW && <NameChips match={match} points={points} />}
    </div>
  );
}

const Everything = ({ match, view, tales, onClose }) => (
  <Dialog title={t("What happened")} onClose={onClose}>
    <div class="stack-s">
      <Company match={match} view={view} width={300} />
      <Log match={match} tales={tales} />
    </div>
  </Dialog>
);

export function Lately({ turn: { match, view, position, me } }) {
  const [open, setOpen] = useState(false);
  const tales = position.story(),
    last = lastOf(tales, me),
    seats = match.seats.length;
  const who = { of: match.game, name: (seat) => nameOf(match, seat), me };
  return (
    <>
      <button type="button" class="lately" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {seats > 1 && (
          <span class="chip">
            <Icon id="knot" size={16} />
            {t("{n} of {m}", { n: match.ready.length, m: seats })}
            <span class="vh">{tc("travellers", "ready")}</span>
          </span>
        )}
        <span class="grow">{last ? said(last.tale, who) : t("What happened")}</span>
        {last?.points ? <b class="hand">{plus(last.points)}</b> : null}
        <Icon id="i-right" size={18} />
      </button>
      {open && <Everything match={match} view={view} tales={tales} onClose={() => setOpen(false)} />}
    </>
  );
}

// lobby.jsx -- a table before the start: who sits where, the code, link and QR to invite by, and the
// owner's buttons, what they say to one another. Whoever has no seat may take one, or watch.
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../words/i18n.js";
import { Bar, Icon, IconButton } from "../parts/basics.jsx";
import { QrCode, ShareButtons } from "../parts/link.jsx";
import { speedText } from "../parts/online.jsx";
import { useBoardText } from "../games/use_board_text.js";
import { Dot, presence, presenceText, watchers } from "../parts/people.jsx";
import { LevelChoice, levelLabel } from "../parts/setup.jsx";
import { Words } from "../parts/talk.jsx";
import { titleOf } from "../games/index.js";
import { USUAL_LEVEL } from "../pure/levels.js";
import { isHeard } from "../pure/match.js";
import { NAMELESS } from "../words/names.js";
import { complain, tooFew } from "../words/problems.js";
import { useBefore, useSetting } from "../browser/hooks.js";
import { go } from "../browser/router.js";
import { say, toast } from "../browser/say.js";

const FREE = 4; // free seats shown one by one; more are a number
const linkOf = (match) => `${location.origin}/j/${match.code.toUpperCase()}`;

function Invite({ match }) {
  const code = match.code.toUpperCase();
  return (
    <section class="card inv" aria-label={t("Invite")}>
      <QrCode text={linkOf(match)} label={t("QR code of the invitation")} />
      <div class="grow">
        <p class="codebox" role="img" aria-label={t("Code {code}", { code: [...code].join(" ") })}>
          {[...code].map((c) => (
            <span>{c}</span>
          ))}
        </p>
        <p class="quiet small">{t("Others can join with this code, the picture or the link.")}</p>
        <div class="under">
          <ShareButtons url={linkOf(match)} />
        </div>
      </div>
    </section>
  );
}

function Seat({ s, match, owner, level, act }) {
  const free = s.kind === "free",
    state = presence(match, s);
  const who = free
    ? t("free seat")
    : s.you
      ? t("{name} (you)", { name: s.name || t("You") })
      : s.kind === "bot"
        ? `${s.name} · ${levelLabel(s.level)}`
        : s.name;
  const words = s.kind === "human" ? [s.you ? null : presenceText(state), s.player === match.owner ? t("host") : null].filter(Boolean) : [];
  return (
    <li class={free ? "quiet" : ""}>
      <Icon id={free ? "i-plus" : s.kind === "bot" ? "i-bot" : "i-person"} />
      <span class="grow">
        {who}
        {words.length > 0 && (
          <span class="quiet small state">
            {!s.you && <Dot state={state} />}
            {words.join(" · ")}
          </span>
        )}
      </span>
      {free && match.me === null && (
        <button type="button" class="btn" onClick={() => act("sit", { seat: s.seat })}>
          {t("Sit here")}
          <span class="vh"> {t("Seat {n}", { n: s.seat })}</span>
        </button>
      )}
      {free && owner && (
        <button type="button" class="btn" onClick={() => act("bot", { seat: s.seat, level })}>
          {t("Bot, {level}", { level: levelLabel(level) })}
          <span class="vh"> {t("Seat {n}", { n: s.seat })}</span>
        </button>
      )}
      {!free && owner && !s.you && (
        <button type="button" class="btn" aria-label={t("Free {who}'s seat", { who: s.name })} onClick={() => act("free", { seat: s.seat })}>
          {t("Free the seat")}
        </button>
      )}
    </li>
  );
}

function Seats({ match, owner, act }) {
  const [level, setLevel] = useState(USUAL_LEVEL);
  const free = match.seats.filter((s) => s.kind === "free");
  const hidden = free.slice(FREE);
  return (
    <>
      <ul class="seats">
        {match.seats
          .filter((s) => !hidden.includes(s))
          .map((s) => (
            <Seat key={s.seat} {...{ s, match, owner, level, act }} />
          ))}
      </ul>
      {hidden.length > 0 && <p class="quiet small">{tn("and {n} more free seat", "and {n} more free seats", hidden.length)}</p>}
      {owner && free.length > 0 && <LevelChoice id="level" label={t("How well bots in free seats play")} value={level} onChange={setLevel} />}
      {watchers(match) && <p class="quiet small">{watchers(match)}</p>}
    </>
  );
}

function SitDown({ free, act }) {
  const [name, setName] = useSetting("name");
  if (!free)
    return (
      <div class="banner">
        <Icon id="i-eye" size={24} />
        <p>{t("All seats at this table are taken. You may stay and watch.")}</p>
      </div>
    );
  return (
    <form
      class="stack-s"
      onSubmit={(e) => {
        e.preventDefault();
        act("sit");
      }}
    >
      <label class="label" for="name">
        {t("Your name")}
      </label>
      <input class="input" id="name" maxLength={24} autocomplete="nickname" value={name} onInput={(e) => setName(e.currentTarget.value)} />
      <button type="submit" class="btn main big wide">
        {t("Sit down")}
      </button>
      <p class="quiet small">{t("Or stay without a seat and watch.")}</p>
    </form>
  );
}

/** What changed before the start is read aloud; somebody whose seat was freed is told. */
function useNews(match, sitting) {
  const was = useBefore(match);
  useEffect(() => {
    if (!was) return;
    if (was.me !== null && match.me === null) toast(t("Your seat has been freed."), "i-info");
    else if (was.seats.filter((s) => s.kind !== "free").length !== sitting) say(t("{n} of {m} seats taken", { n: sitting, m: match.room }));
  }, [match]);
}

export function Lobby({ table }) {
  const { match } = table;
  const [name] = useSetting("name");
  const owner = match.owner === table.player;
  const sitting = match.seats.filter((s) => s.kind !== "free").length;
  const few = sitting < (match.mode?.startsWith("solo") ? 1 : 2);
  useNews(match, sitting);
  const act = async (what, members = {}) => {
    try {
      await table.act(what, what === "sit" ? { ...members, name: name.trim() || NAMELESS } : members);
      return true;
    } catch (e) {
      complain(e);
      return false;
    }
  };
  const board = useBoardText(match);
  const begun = useRef(false); // a second click while the first is on its way
  const begin = async () => {
    if (begun.current) return;
    begun.current = true;
    begun.current = await act("start");
  };
  const leave = async () => {
    if (await act("leave")) go("/");
  };
  return (
    <>
      <Bar game={match.game} title={titleOf(match.game)} sub={t("{n} of {m} seats taken", { n: sitting, m: match.room })}>
        {match.me !== null && isHeard(match) && <IconButton id="chat" label={t("Talk")} onClick={() => document.getElementById("words")?.focus()} />}
      </Bar>
      <main class="book lobby">
        <section class="page dots stack" aria-label={t("Seats")}>
          <div>
            <h2>{t("Who is here")}</h2>
            <p class="quiet small">
              {board && `${board} · `}
              {speedText(match.speed)} · {match.public ? t("open to anybody") : t("by invitation")} · {match.hints ? t("with hints") : t("without hints")}
            </p>
          </div>
          <Seats {...{ match, owner, act }} />
        </section>
        <section class="page right stack" aria-label={t("What next")}>
          {match.me === null && <SitDown free={sitting < match.room} act={act} />}
          {match.code && <Invite match={match} />}
          {owner && (
            <button type="button" class="btn main big wide" disabled={few} aria-describedby={few ? "few" : undefined} onClick={begin}>
              <Icon id="i-play" size={20} />
              {t("Begin")}
            </button>
          )}
          {owner && few && <p id="few">{tooFew()}</p>}
          {owner && !few && sitting < match.room && <p class="quiet small">{t("Seats that are still free when you begin will vanish.")}</p>}
          {!owner && match.me !== null && <p class="quiet">{t("The game begins when the host says so.")}</p>}
          {match.me !== null && (
            <button type="button" class="btn wide" onClick={leave}>
              <Icon id="i-flag" size={20} />
              {t("Leave the table")}
            </button>
          )}
          {(match.me !== null || match.talk.length > 0) && (
            <section class="card" aria-labelledby="talk-title">
              <h2 id="talk-title">{t("Talk")}</h2>
              <Words match={match} act={act} lobby />
            </section>
          )}
        </section>
      </main>
    </>
  );
}

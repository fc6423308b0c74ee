// next_level.jsx -- after a game on this device against bots of one level: whether another one would suit better, and a rematch with
// it. The last games are kept in the settings, for each game by itself. For the page of the result.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Icon } from "../parts/basics.jsx";
import { levelName } from "../parts/setup.jsx";
import { nextLevel, noted } from "../pure/levels.js";
import { isLocal } from "../table/table.js";
import { go } from "../browser/router.js";
import { settings } from "../browser/settings.js";

/** The level of all opponents of somebody who plays alone against bots; null: it is not such a game. */
function rivals(match, rows) {
  const levels = new Set(match.seats.filter((s) => s.seat !== match.me).map((s) => s.level ?? null));
  const against = rows.length > 1 && rows.every((r) => typeof r.seat === "number"); // nobody plays together against the game
  return isLocal(match.id) && !match.hand && match.me !== null && against && levels.size === 1 ? [...levels][0] : null;
}

export function NextLevel({ match, rows, act }) {
  const level = rivals(match, rows);
  const [list] = useState(() => {
    const won = rows.find((r) => r.seat === match.me)?.rank === 1;
    return level ? noted(settings.get("rivals")?.[match.game], { id: match.id, level, won }) : [];
  });
  const asking = useRef(false); // a second click while the first is on its way
  useEffect(() => {
    if (level) settings.set("rivals", { ...settings.get("rivals"), [match.game]: list });
  }, []);
  const next = match.next ? null : nextLevel(list);
  if (!next) return null;
  const play = async () => {
    if (asking.current) return;
    asking.current = true;
    const made = await act("rematch", { level: next.level });
    asking.current = false;
    if (!made) return;
    settings.set("level", next.level);
    go(`/t/${made.table}`);
  };
  return (
    <div class={next.up ? "banner" : "quiet small"}>
      {next.up && <Icon id="i-hint" size={24} />}
      <div class="grow stack-s">
        <p>
          {next.up
            ? t("You have won {won} of {n} games against {level}. Try {next} next time?", {
                won: next.won,
                n: next.of,
                level: levelName(level),
                next: levelName(next.level),
              })
            : t("{next} is one level below.", { next: levelName(next.level) })}
        </p>
        <button type="button" class="btn" onClick={play}>
          {t("Play against {level}", { level: levelName(next.level) })}
        </button>
      </div>
    </div>
  );
}

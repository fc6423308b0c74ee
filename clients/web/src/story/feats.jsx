// feats.jsx -- the feats: those somebody has had, since when; and how to get the others. They wait quietly.
import { usePromise } from "../browser/hooks.js";
import { GAMES, titleOf } from "../games/index.js";
import { Icon } from "../parts/basics.jsx";
import { ask } from "../table/table_local.js";
import { dayText } from "../words/dates.js";
import { t } from "../words/i18n.js";
import { PUZZLE_FEATS, firstOf } from "./feats.js";

/** had: since which day, "" where that is not known; null: not yet. */
const Feat = ({ name, how, had }) => (
  <li class={had === null ? "feat" : "feat had"}>
    {had === null ? <span class="ring" /> : <Icon id="seal" size={24} />}
    <div>
      <b>{name}</b>
      <p class="small quiet">{how}</p>
      <span class={had === null ? "vh" : "small"}>{had === null ? t("not yet") : had ? t("since {day}", { day: had }) : t("done")}</span>
    </div>
  </li>
);

/** The keys of all techniques; null: the map lab does not say. */
const fetchTechniques = async () => {
  const { answer } = await ask("quizSkills").catch(() => ({ answer: null }));
  return { keys: Array.isArray(answer) ? answer.map((s) => s.technique) : null };
};

export function Feats({ games, puzzles, pasts }) {
  const techniques = usePromise(fetchTechniques, [])?.keys ?? null;
  const since = (note) => (note ? dayText(note.day, { day: "numeric", month: "long", year: "numeric" }) : null);
  const groups = GAMES.filter((name) => pasts.get(name)).map((name) => {
    const first = firstOf(games.filter((n) => n.game === name));
    return { title: titleOf(name), list: pasts.get(name).feats.map((f) => ({ ...f, had: since(first.get(f.key)) })) };
  });
  groups.push({ title: t("Puzzles"), list: PUZZLE_FEATS.map((f) => ({ ...f, had: f.had(puzzles, techniques) ? "" : null })) });
  const all = groups.flatMap((g) => g.list);
  return (
    <section class="paper feats" id="feats" aria-labelledby="feats-title">
      <h2 id="feats-title">
        {t("Feats")} <small class="quiet">{t("{won} of {n}", { won: all.filter((f) => f.had !== null).length, n: all.length })}</small>
      </h2>
      <div class="feat-groups">
        {groups.map(({ title, list }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {list.map((f) => (
                <Feat key={f.key} name={f.name()} how={f.how()} had={f.had} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

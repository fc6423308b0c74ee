// circles.jsx -- one's circles of friends: the list, and making one.
import { useState } from "preact/hooks";
import { t, tn } from "../words/i18n.js";
import { Icon } from "../parts/basics.jsx";
import { useSetting } from "../browser/hooks.js";
import { go } from "../browser/router.js";
import { explained } from "../words/problems.js";
import { inCircles } from "../table/server_day.js";

/** The name that others in a circle see. */
export function OwnName({ value, onChange }) {
  return (
    <div>
      <label class="label" for="own-name">
        {t("Your name")}
      </label>
      <input class="input" id="own-name" required maxLength={24} autocomplete="nickname" value={value} onInput={(e) => onChange(e.currentTarget.value)} />
    </div>
  );
}

function NewCircle({ onClose }) {
  const [name, setName] = useState("");
  const [own, setOwn] = useSetting("name");
  const [asksName] = useState(!own.trim()); // it stays while it is typed
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const make = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { circle } = await inCircles({ name: name.trim(), as: own.trim() });
      go(`/circle/${circle}`);
    } catch (e) {
      setProblem(await explained(/** @type {Error} */ (e)));
    }
  };
  return (
    <form class="stack-s" onSubmit={make}>
      {asksName && <OwnName value={own} onChange={setOwn} />}
      <div>
        <label class="label" for="circle-name">
          {t("Name of the circle")}
        </label>
        <input class="input" id="circle-name" required maxLength={24} autocomplete="off" value={name} onInput={(e) => setName(e.currentTarget.value)} />
      </div>
      {problem && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
      <div class="row wrap">
        <button type="submit" class="btn main">
          {t("Make the circle")}
        </button>
        <button type="button" class="btn" onClick={onClose}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

/** friends: the circles, or {error}. */
export function Circles({ friends }) {
  const [making, setMaking] = useState(false);
  const list = Array.isArray(friends) ? friends : [];
  return (
    <section class="card" aria-labelledby="circles-title">
      <h2 id="circles-title">{t("Circles")}</h2>
      <p class="quiet small">{t("Friends who compare their days. Whoever has the link can join; no account.")}</p>
      {list.length > 0 && (
        <ul class="links">
          {list.map((c) => (
            <li key={c.circle}>
              <a href={`/circle/${c.circle}`}>
                <Icon id="i-people" size={22} />
                <span class="grow">{c.name}</span>
                <span class="quiet small">{tn("{n} member", "{n} members", c.members.length)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {making ? (
        <NewCircle onClose={() => setMaking(false)} />
      ) : (
        <button type="button" class="btn wide under" onClick={() => setMaking(true)}>
          <Icon id="i-plus" size={20} />
          {t("Make a circle")}
        </button>
      )}
    </section>
  );
}

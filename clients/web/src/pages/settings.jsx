// settings.jsx -- what a person may choose: language, light, calm, sounds, name.
import { useRef } from "preact/hooks";
import { languageNow, languages, t, tc } from "../words/i18n.js";
import { Bar, Icon, Segments } from "../parts/basics.jsx";
import { faults, faultsText, forgetFaults } from "../browser/faults.js";
import { useRedraw, useSetting } from "../browser/hooks.js";
import { toast } from "../browser/say.js";
import { sound } from "../browser/sound.js";
import { cameFrom } from "../browser/router.js";
import { lightName } from "./home.jsx";
import { OtherDevice } from "./me.jsx";

/** What went wrong in the program, for whoever wants to tell us of it; nothing where nothing did. */
function Faults() {
  const redraw = useRedraw(),
    area = useRef(/** @type {HTMLTextAreaElement | null} */ (null)),
    list = faults();
  if (!list.length) return null;
  const text = faultsText(list);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t("Copied."), "i-copy");
    } catch {
      area.current?.select(); // then by hand
    }
  };
  return (
    <section class="stack-s" aria-labelledby="faults-title">
      <h2 class="label" id="faults-title">
        {t("What went wrong")}
      </h2>
      <p class="small">{t("Errors of Tambo on this device. They stay here and are sent to nobody; if you tell us about a fault, these lines help.")}</p>
      <textarea ref={area} class="input faults" readOnly rows={8} aria-labelledby="faults-title" value={text} />
      <div class="row wrap">
        <button type="button" class="btn" onClick={copy}>
          <Icon id="i-copy" size={20} />
          {t("Copy the text")}
        </button>
        <button
          type="button"
          class="btn"
          onClick={() => {
            forgetFaults();
            redraw();
          }}
        >
          {t("Forget them")}
        </button>
      </div>
    </section>
  );
}

export function SettingsPage() {
  const [, setLanguage] = useSetting("language");
  const [light, setLight] = useSetting("light");
  const [calm, setCalm] = useSetting("calm");
  const [loud, setLoud] = useSetting("sound");
  const hear = (on) => {
    setLoud(on);
    sound("turn"); // what is switched on is heard
  };
  const [name, setName] = useSetting("name");
  return (
    <>
      <Bar title={t("Settings")} back={cameFrom()} />
      <main class="form paper dots stack">
        <div>
          <label class="label" for="name">
            {t("Your name")}
          </label>
          <input class="input" id="name" maxLength={24} autocomplete="nickname" value={name} onInput={(e) => setName(e.currentTarget.value)} />
        </div>
        <div>
          <span class="label">{t("Language")}</span>
          <Segments label={t("Language")} value={languageNow()} onChange={setLanguage} options={Object.entries(languages())} />
        </div>
        <div>
          <span class="label">{t("Light")}</span>
          <Segments label={t("Light")} value={light} onChange={setLight} options={[null, "day", "lamp"].map((l) => [l, lightName(l)])} />
        </div>
        <div>
          <span class="label">{t("Motion")}</span>
          <Segments
            label={t("Motion")}
            value={calm}
            onChange={setCalm}
            options={[
              [false, t("same as the system")],
              [true, t("none")],
            ]}
          />
        </div>
        <div>
          <span class="label">{t("Sounds")}</span>
          <Segments
            label={t("Sounds")}
            value={loud}
            onChange={hear}
            options={[
              [false, tc("sounds", "off")],
              [true, tc("sounds", "on")],
            ]}
          />
        </div>
        <div>
          <span class="label">{t("What is kept on this device")}</span>
          <a class="btn" href="/story#keep">
            {t("Export, import, delete")}
          </a>
        </div>
        <OtherDevice />
        <Faults />
      </main>
    </>
  );
}

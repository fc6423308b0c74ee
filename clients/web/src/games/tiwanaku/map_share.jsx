// map_share.jsx -- the map of a finished game to be handed on: its id, a link that opens set-up with it, the link as a picture; and once
// more for oneself. While a game runs its map is hidden, and so is its id.
import { t } from "../../words/i18n.js";
import { usePromise } from "../../browser/hooks.js";
import { toast } from "../../browser/say.js";
import { Icon } from "../../parts/basics.jsx";
import { QrCode, ShareButtons } from "../../parts/link.jsx";
import { ask } from "../../table/table_local.js";

const SHORT = /^(tiny|long)-[a-z]+-\d+-g\d+$/; // of a map that was made

/** The map inside a record, as the text of a scenario; null: it has only a name there. */
const scenarioIn = (record) => /^scenario:\n([\s\S]*?\n)end$/m.exec(record)?.[1] ?? null;

/** A name of the book, a short id if it makes this map, else the whole id. */
async function idOf(table) {
  const { board } = table.match;
  if (board?.name) return board.name;
  const text = scenarioIn((await table.act("record")).record);
  if (!text) return null;
  const name = /^name: (.*)$/m.exec(text)?.[1] ?? "";
  if (SHORT.test(name) && (await ask("fromId", { map: name })).answer === text) return name;
  return (await ask("toId", { text })).answer;
}

export function After({ table, match }) {
  const found = usePromise(async () => ({ id: await idOf(table) }), [match.id]);
  const id = found?.id;
  if (!id) return null;
  const path = `/play/tiwanaku?map=${encodeURIComponent(id)}&mode=${match.mode}`,
    url = location.origin + path;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      toast(t("The id is copied."), "i-check");
    } catch {
      toast(id);
    }
  };
  return (
    <section class="card" aria-labelledby="map-title">
      <h2 id="map-title">{t("This map")}</h2>
      <div class="shared">
        {url.length < 300 && <QrCode text={url} label={t("QR code of this map")} />}
        <div class="grow stack-s">
          <p class="map-id" tabIndex={0} role="group" aria-label={t("Id of the map")}>
            {id}
          </p>
          <div class="row wrap">
            <button type="button" class="btn" onClick={copy}>
              <Icon id="i-copy" size={20} />
              {t("Copy the id")}
            </button>
            <ShareButtons url={url} />
          </div>
          <a class="btn wide" href={path}>
            <Icon id="i-redo" size={20} />
            {t("Play this map again")}
          </a>
        </div>
      </div>
    </section>
  );
}

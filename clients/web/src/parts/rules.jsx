// rules.jsx -- the frame of a rules page: an introduction, then rules with their ids as anchors.
import { useEffect } from "preact/hooks";
import { t } from "../words/i18n.js";

/** lost: marks on this page speak of what is lost in our copy, too. */
export function RulesPage({ intro, lost = false, children }) {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);
  return (
    <main class="rules paper dots">
      <p class="intro">{intro}</p>
      {lost && (
        <p class="lost">
          {t(
            "We know this game's rules from a draft of 2022 that is damaged in places. What is marked “lost in our copy” certainly stands in the printed book: where yours says otherwise, your book is right.",
          )}
        </p>
      )}
      {children}
      <p class="quiet small">
        {t(
          "“Our ruling” beside a title means that the printed rules are silent or unclear there, and that this is how Tambo plays. If your group plays it differently, both ways may well be fair.",
        )}
      </p>
    </main>
  );
}

/** A whole sheet as it is counted at the end. text: what to look at. children: the sheet, drawn, and its ledger. */
export const CountedExample = ({ text, children }) => (
  <section class="rule" id="counted" aria-labelledby="counted-title">
    <h2 id="counted-title">{t("A sheet, counted")}</h2>
    <p>{text}</p>
    {children}
  </section>
);

/** What a newer version of the rules changed, at the end of a page. */
export const Changed = ({ children }) => (
  <section class="rule" id="changed" aria-labelledby="changed-title">
    <h2 id="changed-title">{t("What has changed")}</h2>
    <p>{children}</p>
    <p>{t("New games are played by the newest rules. A game that has begun, its record and its link keep the rules they began with.")}</p>
  </section>
);

/** ruling: ours, where the print is silent. lost: the print has it, and our copy has not. */
export function Rule({ id, title, ruling = false, lost = false, children }) {
  return (
    <section id={id} class="rule" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title} <span class="rule-id">{id}</span>
        {lost && <span class="chip">{t("lost in our copy")}</span>}
        {ruling && <span class="chip">{t("our ruling")}</span>}
      </h2>
      {children}
    </section>
  );
}

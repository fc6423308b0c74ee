// join.jsx -- a link or code of an invitation: finds the table and goes there.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Bar, Notice, Waiting } from "../parts/basics.jsx";
import { CodeForm } from "../parts/code_form.jsx";
import { Refused } from "../parts/link.jsx";
import { RemoteTable } from "../table/table_remote.js";
import { go } from "../browser/router.js";

export function JoinPage({ code }) {
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const [link, setLink] = useState("connecting");
  useEffect(() => {
    setProblem(null);
    const table = new RemoteTable(null, { code: code.toUpperCase() });
    const stop = table.listen(() => {
      setLink(table.link);
      if (table.link === "open") go(`/t/${table.id}`, { replace: true });
      else if (table.link === "refused") setProblem(table.problem);
    });
    return () => {
      stop();
      table.close();
    };
  }, [code]);
  if (problem)
    return (
      <Refused problem={problem} title={t("Join a table")}>
        {problem.error === "code" && (
          <>
            <CodeForm key={code} first={code.toUpperCase()} />
            <a class="btn" href="/tables">
              {t("Open tables")}
            </a>
          </>
        )}
      </Refused>
    );
  return (
    <>
      <Bar title={t("Join a table")} sub={code.toUpperCase()} />
      {link === "lost" ? (
        <Notice icon="i-offline" title={t("The server does not answer. We keep trying.")} text={t("Games on this device work without it.")}>
          <a class="btn main" href="/">
            {t("To the home page")}
          </a>
        </Notice>
      ) : (
        <Waiting text={t("Looking for the table …")} />
      )}
    </>
  );
}

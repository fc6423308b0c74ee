// code_form.jsx -- the field for the code of a table: on the first page, and where a code was wrong, to be corrected there.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { go } from "../browser/router.js";

const LENGTH = 6; // characters of a code

/** first: what stands in the field; a wrong code, so it waits to be corrected.
 * @param {{first?: string}} props */
export function CodeForm({ first = "" }) {
  const [code, setCode] = useState(first);
  const [short, setShort] = useState(false); // what was sent has not enough characters
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => void (first && field.current?.focus()), []);
  const join = (event) => {
    event.preventDefault();
    const clean = code.replace(/\s/g, "").toUpperCase();
    setShort(clean.length !== LENGTH);
    if (clean.length === LENGTH) go(`/j/${clean}`);
    else field.current?.focus();
  };
  return (
    <>
      <form class="row code-form" onSubmit={join}>
        <label class="vh" for="code">
          {t("Table code, six characters")}
        </label>
        <input
          ref={field}
          class="field"
          id="code"
          maxLength={12}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder={t("CODE")}
          aria-invalid={short}
          aria-describedby={short ? "code-short" : undefined}
          value={code}
          onInput={(e) => setCode(e.currentTarget.value)}
        />
        <button type="submit" class="btn main">
          {t("Join")}
        </button>
      </form>
      {short && (
        <p class="small wrong" id="code-short" role="alert">
          {t("A code has six characters.")}
        </p>
      )}
    </>
  );
}

// files.js -- texts as files: saving and opening records.

/** @param {string} name
 * @param {string} text */
export function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Lets the person choose a file; resolves to its text, or null.
 * @param {string} [accept]
 * @returns {Promise<string | null>} */
export function openText(accept = ".rec,.txt,text/plain") {
  return new Promise((done) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.onchange = async () => done((await input.files?.[0]?.text()) ?? null);
    input.oncancel = () => done(null);
    input.click();
  });
}

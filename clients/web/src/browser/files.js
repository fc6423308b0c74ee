// files.js -- files: saving and opening records, saving pictures.

/** @param {string} name
 * @param {string} text */
export const saveText = (name, text) => saveBlob(name, new Blob([text], { type: "text/plain" }));

/** @param {string} name
 * @param {Blob} blob */
export function saveBlob(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
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

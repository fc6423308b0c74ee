// table_error.js -- how a table, the server or the worker says no: for whoever asked.

/** An action that was refused: `word` for programs (docs/protocol.md), `message` an English sentence. */
export class TableError extends Error {
  /** @param {string} word
   * @param {string} [text] */
  constructor(word, text) {
    super(text);
    this.word = word;
  }
}

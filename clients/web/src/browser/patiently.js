// patiently.js -- what fails is tried again a few times: a server may be away for a moment.

export const WAITS = [300, 1000, 2000, 4000]; // ms before the next try

/** What load() promises, after a few more tries if need be; without a network at once.
 * @template T
 * @param {() => Promise<T>} load
 * @param {number[]} [waits] */
export async function patiently(load, waits = WAITS) {
  for (const wait of waits)
    try {
      return await load();
    } catch (e) {
      if (globalThis.navigator?.onLine === false) throw e;
      await new Promise((done) => setTimeout(done, wait));
    }
  return load();
}

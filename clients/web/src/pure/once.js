// once.js -- something that is fetched or opened once and then kept, unless it failed.

/** What make() promises, made once; a failure is forgotten, so that whoever comes next asks again.
 * @template T
 * @param {() => Promise<T>} make */
export function once(make) {
  /** @type {Promise<T> | null} */
  let kept = null;
  return () =>
    (kept ??= make().catch((e) => {
      kept = null;
      throw e;
    }));
}

/** While something is loaded, and if it could not be. */
export const loadState = (what: string) => ({ loading: `Loading ${what}...`, failed: `We could not load ${what}.` });

export const list = (rows: string) => ({
  rows,
  loading: loadState(rows).loading,
  failed: loadState(`your ${rows}`).failed,
  empty: `No ${rows} found.`,
  search: `Search ${rows}`,
});

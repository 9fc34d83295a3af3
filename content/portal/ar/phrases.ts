/** `what` is definite: الفواتير, حسابكم, هذه التذكرة. */
export const loadState = (what: string) => ({ loading: `جارٍ تحميل ${what}…`, failed: `تعذر تحميل ${what}.` });

/** `rows` is definite, `none` says that there are none. */
export const list = (rows: string, none: string) => ({
  rows,
  loading: loadState(rows).loading,
  failed: loadState(rows).failed,
  empty: none,
  search: `البحث في ${rows}`,
});

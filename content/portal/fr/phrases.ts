/** While something is loaded, and if it could not be: `loadState('du ticket', 'ce ticket')`. */
export const loadState = (ofWhat: string, what: string) => ({
  loading: `Chargement ${ofWhat}…`,
  failed: `Impossible de charger ${what}.`,
});

/** `none` has the gender of the rows. */
export const list = (rows: string, none: string) => ({
  rows,
  loading: `Chargement des ${rows}…`,
  failed: `Impossible de charger vos ${rows}.`,
  empty: none,
  search: `Rechercher dans les ${rows}`,
});

import { plural } from '../../plural.ts';
import type { ListsCopy } from '../../portal/en/lists.ts';

const printed = {
  all: (shown: string, all: string, rows: string) => `${shown} sur ${all} ${rows}`,
  tooMany: (count: string, all: string) => `Les ${count} premiers sur ${all} : filtrez la liste pour les autres.`,
  loadedOnly: (count: string, all: string) =>
    `Les ${count} premiers sur ${all} : le bouton « Imprimer » de la liste les imprime tous.`,
  search: (text: string) => `Recherche : « ${text} »`,
  status: (statuses: string) => `Statut : ${statuses}`,
  ascending: (column: string) => `Trié par ${column}, croissant`,
  descending: (column: string) => `Trié par ${column}, décroissant`,
};

/** What every list has: files, and paper. */
export const lists = {
  count: (shown: string, all: string) => `${shown} sur ${all}`,
  more: 'Afficher la suite',
  moreFailed: 'La suite n’a pas pu être chargée.',
  clear: 'Effacer la recherche et les filtres',
  filter: 'Filtrer par statut',
  sortBy: 'Trier par',
  options: 'Options de la liste',
  ascending: 'Croissant : trier en ordre décroissant',
  descending: 'Décroissant : trier en ordre croissant',
  progress: (read: string, all: string) => `${read} sur ${all}`,
  rowsRead: 'lignes lues.',
  cancel: 'Annuler',
  /** On phones, the button that shows the next two. */
  actions: 'Imprimer ou exporter',
  print: 'Imprimer',
  printFailed: { title: 'L’impression a échoué', description: 'Les lignes n’ont pas pu être chargées. Réessayez.' },
  printed,
  /** A criterion on paper, such as a status. */
  filtered: (label: string, value: string) => `${label} : ${value}`,
  customer: 'Client',
  totals: { all: 'Total', someOnly: 'Total sans les annulés' },
  partOfList: (rows: string) => `Les premières lignes (${rows}) : le bouton « Imprimer » les imprime toutes.`,
  fullSheet: (rows: string) => `Les premières lignes (${rows}) : filtrez la liste pour les autres.`,
  export: {
    label: 'Exporter',
    format: 'Format du fichier CSV',
    international: 'International (virgule, 1250.50)',
    french: 'Excel français (point-virgule, 1250,50)',
    failed: { title: 'L’export a échoué', description: 'Le fichier n’a pas pu être créé. Réessayez.' },
  },
  exported: plural({ one: (count) => `${count} ligne exportée.`, other: (count) => `${count} lignes exportées.` }),
  exportedFirst: (count: string) => `Les ${count} premières lignes sont exportées. Filtrez la liste pour les autres.`,
} satisfies ListsCopy & Record<string, unknown>;
export type DeskListsCopy = typeof lists;

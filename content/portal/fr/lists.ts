import type { ContractsCopy, InvoicesCopy, LicensesCopy, ListsCopy, PaymentsCopy } from '../en/lists.ts';
import { plural } from '../../plural.ts';
import { list } from './phrases.ts';

/** What every list of records has. `rows`: factures, contrats and so on. */
export const lists: ListsCopy = {
  count: (shown, all) => `${shown} sur ${all}`,
  more: 'Afficher la suite',
  moreFailed: 'La suite n’a pas pu être chargée.',
  clear: 'Effacer la recherche et les filtres',
  filter: 'Filtrer par statut',
  sortBy: 'Trier par',
  options: 'Options de la liste',
  ascending: 'Croissant : trier en ordre décroissant',
  descending: 'Décroissant : trier en ordre croissant',
  progress: (read, all) => `${read} sur ${all}`,
  rowsRead: 'lignes lues.',
  cancel: 'Annuler',
  print: 'Imprimer',
  printFailed: { title: 'L’impression a échoué', description: 'Les lignes n’ont pas pu être chargées. Réessayez.' },
  printed: {
    all: (shown, all, rows) => `${shown} sur ${all} ${rows}`,
    tooMany: (printed, all, rows) =>
      `Les ${printed} premières lignes sur ${all} (${rows}) : recherchez ou filtrez pour imprimer les autres.`,
    loadedOnly: (printed, all, rows) =>
      `Les ${printed} premières lignes sur ${all} (${rows}) : le bouton « Imprimer » au-dessus de la liste les imprime toutes.`,
    search: (text) => `Recherche : « ${text} »`,
    status: (statuses) => `Statut : ${statuses}`,
    ascending: (column) => `Tri : ${column}, ordre croissant`,
    descending: (column) => `Tri : ${column}, ordre décroissant`,
  },
  export: {
    label: 'Exporter en CSV',
    format: 'Format du fichier CSV',
    international: 'International (virgule, 1250.50)',
    french: 'Excel français (point-virgule, 1250,50)',
    failed: { title: 'L’export a échoué', description: 'Le fichier n’a pas pu être créé. Réessayez.' },
  },
};

export const invoices: InvoicesCopy = {
  ...list('factures', 'Aucune facture trouvée.'),
  fileName: 'factures',
  title: 'Vos factures',
  searchHint: 'Numéro, montant, date ou statut',
  defaultSortLabel: 'Les plus récentes',
  columns: {
    id: 'Facture',
    amount: 'Montant',
    dueDate: 'Échéance',
    status: 'Statut',
    riskScore: 'Risque',
  },
  copyId: (name) => `Copier le numéro de facture ${name}`,
  creditNote: (number) => `Avoir sur facture ${number}`,
  late: plural({ one: (count) => `${count} jour de retard`, other: (count) => `${count} jours de retard` }),
  risk: 'Score de risque',
  riskBands: { success: 'jusqu’à 40 %', warning: '41 à 70 %', danger: 'plus de 70 %' },
  percent: (score) => `${score} %`,
  statuses: { paid: 'Payée', overdue: 'En retard', pending: 'À payer' },
};

export const contracts: ContractsCopy = {
  ...list('contrats', 'Aucun contrat trouvé.'),
  fileName: 'contrats',
  title: 'Vos contrats',
  searchHint: 'Numéro, intitulé, montant ou date',
  defaultSortLabel: 'Les plus récents',
  columns: {
    contractNumber: 'Numéro',
    title: 'Intitulé',
    startDate: 'Début',
    endDate: 'Fin',
    contractValue: 'Montant',
    status: 'Statut',
  },
  copyNumber: (number) => `Copier le numéro de contrat ${number}`,
  ongoing: 'Sans fin',
  statuses: { active: 'Actif', expired: 'Échu', terminated: 'Résilié', draft: 'Brouillon' },
};

export const payments: PaymentsCopy = {
  ...list('paiements', 'Aucun paiement trouvé.'),
  fileName: 'paiements',
  title: 'Vos paiements',
  statement: 'Relevé de compte',
  searchHint: 'Référence, montant ou note',
  defaultSortLabel: 'Date de paiement',
  columns: {
    paymentReference: 'Référence',
    amount: 'Montant',
    paymentDate: 'Date de paiement',
    paymentMethod: 'Mode de paiement',
    status: 'Statut',
    notes: 'Note',
  },
  copyReference: (reference) => `Copier la référence de paiement ${reference}`,
  statuses: { completed: 'Reçu', pending: 'En attente', failed: 'Échoué', refunded: 'Remboursé' },
  methods: { bank_transfer: 'Virement', credit_card: 'Carte bancaire', check: 'Chèque', cash: 'Espèces' },
};

export const licenses: LicensesCopy = {
  ...list('licences', 'Aucune licence trouvée.'),
  fileName: 'licences',
  title: 'Vos licences logicielles',
  searchHint: 'Produit, clé, type ou date',
  defaultSortLabel: 'Les plus récentes',
  columns: {
    productName: 'Produit',
    licenseKey: 'Clé de licence',
    licenseType: 'Type',
    seats: 'Postes',
    expiryDate: 'Expiration',
    monthlyCost: 'Coût mensuel',
    status: 'Statut',
  },
  copyKey: (key) => `Copier la clé de licence ${key}`,
  noExpiry: 'Sans expiration',
  statuses: { active: 'Active', expired: 'Expirée', suspended: 'Suspendue', terminated: 'Résiliée' },
  types: { subscription: 'Abonnement', perpetual: 'Perpétuelle', trial: 'Essai' },
};

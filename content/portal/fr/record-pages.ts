import type {
  AskAboutCopy,
  CalendarCopy,
  HowToPayCopy,
  InvoicePageCopy,
  RecordPageCopy,
  StatementPageCopy,
} from '../en/record-pages.ts';
import { loadState } from './phrases.ts';

/** One invoice. */
export const invoicePage: InvoicePageCopy = {
  load: loadState('de la facture', 'cette facture'),
  notFound: { title: 'Facture introuvable', description: 'Cette facture n’existe pas, ou vous ne pouvez pas la voir.' },
  back: 'Vos factures',
  kinds: { invoice: 'Facture', credit_note: 'Avoir' },
  title: (kind, name) => `${kind} ${name}`,
  copyNumber: 'Copier le numéro',
  print: 'Imprimer',
  facts: {
    title: 'L’essentiel',
    issued: 'Date d’émission',
    due: 'Échéance',
    amount: 'Montant',
    settled: 'Réglé ou crédité',
    remaining: 'Reste dû',
    credits: 'Facture d’origine',
    order: 'Votre commande',
    contract: 'Contrat',
    period: 'Livraison ou exécution',
  },
  paidElsewhere: 'Enregistrée comme payée. Les paiements qui l’ont réglée n’y sont pas rattachés un par un.',
  parties: { seller: 'Vendeur', buyer: 'Client', siren: 'SIREN', vat: 'N° de TVA' },
  noDocument:
    'Le document de cette facture n’est pas encore dans l’espace client. Son montant et ses dates viennent de notre comptabilité.',
  lines: {
    title: 'Lignes',
    name: 'Désignation',
    quantity: 'Quantité',
    price: 'Prix unitaire HT',
    tax: 'TVA',
    net: 'Montant HT',
    discount: 'Remise',
    charge: 'Frais',
    adjustment: (reason, amount) => `${reason} : ${amount}`,
  },
  taxes: { title: 'TVA par taux', rate: 'Taux', base: 'Base HT', amount: 'TVA', exempt: 'Sans TVA' },
  totals: {
    title: 'Totaux',
    lines: 'Total des lignes HT',
    net: 'Total HT',
    tax: 'TVA',
    gross: 'Total TTC',
    paid: 'Déjà payé',
    due: 'Net à payer',
  },
  notes: 'Mentions',
  settlements: {
    title: 'Paiements et avoirs',
    settles: 'Sert à régler',
    none: 'Aucun règlement n’y est encore rattaché.',
    payment: 'Paiement',
    credit_note: 'Avoir',
    invoice: 'Facture',
  },
  files: {
    title: 'Fichiers',
    none: 'Aucun fichier.',
    download: (name) => `Télécharger ${name}`,
    types: { 'application/pdf': 'PDF', 'application/xml': 'XML, pour les logiciels comptables' },
    languages: { fr: 'français', en: 'anglais' },
    states: { pending: 'Analyse antivirus en cours', infected: 'Bloqué : un virus a été trouvé' },
  },
  history: {
    title: 'Historique',
    kinds: {
      issued: 'Émission',
      document: 'Document ajouté',
      file: 'Fichier ajouté',
      file_replaced: 'Document remplacé',
      file_withdrawn: 'Document retiré',
      settled: 'Règlement rattaché',
      reminded: 'Relance envoyée',
      corrected: 'Correction',
      voided: 'Annulation',
      other: 'Modification',
    },
  },
  units: { C62: '', HUR: 'h', DAY: 'j', MON: 'mois', EA: '' },
};

export const howToPay: HowToPayCopy = {
  title: 'Comment payer',
  transfer: 'Par virement, avec la référence, pour que nous reconnaissions votre paiement.',
  reference: 'Référence à indiquer',
  amount: 'Montant',
  code: 'QR code pour l’application de votre banque',
  codeHint: 'Scannez-le avec l’application de votre banque : le compte, le montant et la référence sont déjà remplis.',
  otherAccount:
    'Le document indique un autre compte bancaire que notre compte vérifié : cet autre compte n’est donc pas affiché ici. Payez sur le compte ci-dessous et, dans le doute, appelez-nous.',
  otherCurrency: (currency) => `Cette facture est en ${currency} : elle n’a pas de QR code.`,
};

export const askAbout: AskAboutCopy = {
  invoice: {
    action: 'Poser une question sur cette facture',
    subject: (name) => `Question sur la facture ${name}`,
    text: (url) => `\n\n${url}`,
  },
  renew: {
    action: 'Demander le renouvellement',
    subject: (name) => `Renouvellement du contrat ${name}`,
    text: (url) => `Merci de nous envoyer une offre pour le renouvellement de ce contrat.\n\n${url}`,
  },
  seats: {
    action: 'Ajouter des postes',
    subject: (name) => `Postes supplémentaires pour ${name}`,
    text: (url) => `Merci d’ajouter le nombre de postes suivant : \n\n${url}`,
  },
  renewLicense: {
    action: 'Demander le renouvellement',
    subject: (name) => `Renouvellement de ${name}`,
    text: (url) => `Merci de nous envoyer une offre pour le renouvellement de cette licence.\n\n${url}`,
  },
};

export const recordPage: RecordPageCopy = {
  contract: {
    load: loadState('du contrat', 'ce contrat'),
    notFound: { title: 'Contrat introuvable', description: 'Ce contrat n’existe pas, ou vous ne pouvez pas le voir.' },
    back: 'Vos contrats',
    number: 'Numéro de contrat',
    start: 'Début',
    end: 'Fin',
    ongoing: 'Sans fin',
    value: 'Montant',
    renewal: 'Reconduction',
    renewals: {
      tacit: 'Tacite, sauf préavis donné à temps',
      none: 'Aucune : le contrat prend fin à son terme, sans préavis',
    },
    notice: 'Date limite de préavis',
    noNotice: 'Aucun préavis à donner',
  },
  license: {
    load: loadState('de la licence', 'cette licence'),
    notFound: {
      title: 'Licence introuvable',
      description: 'Cette licence n’existe pas, ou vous ne pouvez pas la voir.',
    },
    back: 'Vos licences logicielles',
    key: 'Clé de licence',
    type: 'Type',
    seats: 'Postes',
    expiry: 'Expiration',
    noExpiry: 'Sans expiration',
    cost: 'Coût mensuel',
  },
};

export const statementPage: StatementPageCopy = {
  back: 'Vos paiements',
  title: 'Relevé de compte',
  load: loadState('du relevé', 'le relevé'),
  from: 'Du',
  to: 'Au',
  show: 'Afficher',
  csv: 'CSV',
  pdf: 'PDF',
  print: 'Imprimer',
  columns: { on: 'Date', kind: 'Type', number: 'Numéro', debit: 'Débit', credit: 'Crédit', balance: 'Solde' },
  kinds: { invoice: 'Facture', credit_note: 'Avoir', books: 'Réglé selon notre comptabilité', payment: 'Paiement' },
  opening: 'Solde initial',
  closing: 'Solde final',
  pastDue: 'Échu',
  empty: 'Aucun mouvement pendant cette période.',
  tooLong: (most) => `Un PDF compte au plus ${most} mouvements : choisissez une période plus courte, ou le CSV.`,
  ageing: {
    title: 'Reste dû, par jours de retard',
    notDue: 'Non échu',
    days0to30: '1 à 30 jours',
    days31to60: '31 à 60 jours',
    days61to90: '61 à 90 jours',
    over90: 'Plus de 90 jours',
  },
  unmatched: (amount) => `Des paiements et avoirs d’un total de ${amount} ne sont pas encore rattachés à une facture.`,
  failed: { title: 'Le téléchargement a échoué', description: 'Le fichier n’a pas pu être créé. Réessayez.' },
  archive: { label: (year) => `Tous les documents de ${year} (ZIP)`, none: 'Aucun document pour cette année.' },
};

export const calendar: CalendarCopy = {
  title: 'Flux d’agenda',
  description:
    'Les échéances des factures et les fins de contrats et de licences dans votre agenda. Toute personne qui a l’URL les voit : gardez-la secrète.',
  load: loadState('de votre flux d’agenda', 'votre flux d’agenda'),
  none: 'Vous n’avez pas de flux d’agenda pour cette entreprise.',
  since: (moment) => `Créé le ${moment}.`,
  create: 'Créer une URL',
  replace: 'Remplacer l’URL',
  revoke: 'Révoquer',
  busy: 'Enregistrement…',
  once: 'Copiez-la maintenant : elle n’est affichée qu’une fois.',
  url: 'URL de votre flux d’agenda',
  copyUrl: 'Copier l’URL',
  created: 'Flux d’agenda créé',
  revoked: 'Flux d’agenda révoqué',
};

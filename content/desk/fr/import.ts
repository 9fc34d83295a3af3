import { plural } from '../../plural.ts';

/** The API explains in English. The text gets what the groups of the pattern have captured. */
type Translation = { pattern: RegExp; text: string | ((...parts: string[]) => string) };

const reasons: Translation[] = [
  { pattern: /^is empty$/, text: 'est vide' },
  { pattern: /^belongs to another customer$/, text: 'appartient à un autre client' },
  { pattern: /^is the same as on line (.+)$/s, text: (line) => `est identique à la ligne ${line}` },
  { pattern: /^is not a known customer \((.+)\)$/s, text: (name) => `n’est pas un client connu (${name})` },
  { pattern: /^is not the customer of --customer$/, text: 'n’est pas le client de cette fiche' },
  {
    pattern: /^has (\d+) cells where the header has (\d+)$/,
    text: (count, expected) => `a ${count} cellules, l’en-tête en a ${expected}`,
  },
  { pattern: /^is (.+), which is not a known status$/s, text: (value) => `« ${value} » n’est pas un statut connu` },
  {
    pattern: /^is (.+), but only a credit note is negative, .+$/s,
    text: (value) => `vaut ${value} : seul un avoir est négatif, et il indique sa facture dans « Avoir de »`,
  },
  {
    pattern: /^is (.+), but a credit note is negative$/s,
    text: (value) => `vaut ${value} : le montant d’un avoir est négatif`,
  },
  {
    pattern: /^is (.+), which is not an invoice of this customer$/s,
    text: (value) => `« ${value} » n’est pas une facture de ce client`,
  },
  {
    pattern: /^is (.+), which is this credit note itself$/s,
    text: (value) => `« ${value} » est cet avoir lui-même`,
  },
  { pattern: /^is (.+), which is a credit note, too$/s, text: (value) => `« ${value} » est aussi un avoir` },
  {
    pattern: /^is (.+), but an amount cannot be negative$/s,
    text: (value) => `vaut ${value} : un montant ne peut pas être négatif`,
  },
  {
    pattern: /^is (.+): an amount has at most two decimals$/s,
    text: (value) => `vaut ${value} : deux décimales au plus`,
  },
  {
    pattern: /^is (.+): write it like 1250\.50, with a decimal point$/s,
    text: (value) => `vaut ${value} : écrivez 1250.50, ou cochez « à la française »`,
  },
  {
    pattern: /^is (.+): write it like 1250\.50, without thousands separators$/s,
    text: (value) => `vaut ${value} : écrivez le montant sans séparateur de milliers`,
  },
  {
    pattern: /^is (.+): write it like 1250\.50, without a currency$/s,
    text: (value) => `vaut ${value} : écrivez le montant sans devise`,
  },
  {
    pattern: /^is (.+): write it like 1250\.50$/s,
    text: (value) => `vaut ${value} : écrivez un montant comme 1250.50`,
  },
  {
    pattern: /^is (.+): write it like 1 250,50 or 1250,50 €$/s,
    text: (value) => `vaut ${value} : écrivez un montant comme 1 250,50 ou 1250,50 €`,
  },
  {
    pattern: /^is (.+): write a date like 31\/12\/2026 .+$/s,
    text: (value) => `vaut ${value} : écrivez une date comme 31/12/2026`,
  },
  { pattern: /^is (.+): write a date like .+$/s, text: (value) => `vaut ${value} : écrivez une date comme 2026-01-31` },
  {
    pattern: /^is (.+): write a whole number from (.+) to (.+)$/s,
    text: (value, min, max) => `vaut ${value} : écrivez un entier de ${min} à ${max}`,
  },
  { pattern: /^is (.+): write yes or no$/s, text: (value) => `vaut ${value} : écrivez oui ou non` },
  { pattern: /^is longer than (\d+) characters$/, text: (max) => `dépasse ${max} caractères` },
  {
    pattern: /^contains a character that cannot be stored$/,
    text: 'contient un caractère impossible à enregistrer',
  },
  {
    pattern: /^is (.+), before start_date \((.+)\)$/s,
    text: (value, start) => `vaut ${value}, avant le début (${start})`,
  },
  {
    pattern: /^is (.+), the number of another invoice of this customer \(.+\)$/s,
    text: (value) => `vaut ${value}, le numéro d’une autre facture de ce client`,
  },
  {
    pattern: /^is rejected by the database \((.+)\)$/s,
    text: (code) => `est refusée par la base de données (${code})`,
  },
];

const fileErrors: Translation[] = [
  {
    pattern: / is not UTF-8 throughout/,
    text: 'Le fichier mélange deux encodages : ses accents seraient mal lus. Dans le tableur, enregistrez-le au format « CSV UTF-8 ».',
  },
  {
    pattern: / is not text/,
    text: 'Ce n’est pas un fichier texte. Dans le tableur, enregistrez-le au format « CSV UTF-8 », puis choisissez-le à nouveau.',
  },
  {
    pattern: /^The file .+ is empty/s,
    text: 'Le fichier est vide : sa première ligne doit contenir les noms des colonnes.',
  },
  {
    pattern: /more than (\d+) rows/,
    text: (max) => `Le fichier a plus de ${max} lignes. Divisez-le ou utilisez la ligne de commande.`,
  },
  {
    pattern: /a quote is never closed, so/,
    text: 'Un guillemet n’est jamais fermé : le reste du fichier forme une seule cellule.',
  },
  {
    pattern: /line (\d+): the row is longer than (\d+) KB/,
    text: (line, max) => `Ligne ${line} : elle dépasse ${max} Ko. Un guillemet n’est peut-être jamais fermé.`,
  },
  {
    pattern: /line (\d+): a cell contains a quote/,
    text: (line) =>
      `Ligne ${line} : une cellule contient un guillemet. Doublez-le et mettez toute la cellule entre guillemets.`,
  },
  {
    pattern: /line (\d+): the row has more than (\d+) cells/,
    text: (line, max) => `Ligne ${line} : elle a plus de ${max} cellules.`,
  },
  { pattern: /line (\d+): a column has no name/, text: (line) => `Ligne ${line} : une colonne n’a pas de nom.` },
  {
    pattern: /line (\d+): unknown column "(.*?)"\. The columns/s,
    text: (line, column) =>
      `Ligne ${line} : la colonne « ${column} » n’est pas connue. Les noms des colonnes sont indiqués plus haut.`,
  },
  {
    pattern: /line (\d+): the column "(.*?)" occurs twice/s,
    text: (line, column) => `Ligne ${line} : la colonne « ${column} » est présente deux fois.`,
  },
  {
    pattern: /line (\d+): the column "(.*?)" is missing/s,
    text: (line, column) => `Ligne ${line} : il manque la colonne « ${column} ».`,
  },
  {
    pattern: /line (\d+): one of the columns (.+) is missing/s,
    text: (line, columns) => `Ligne ${line} : il manque une des colonnes ${columns}.`,
  },
  {
    pattern: /line (\d+): the customer is missing/,
    text: (line) => `Ligne ${line} : il manque la colonne « Client » avec le nom du client.`,
  },
  {
    pattern: /^Another import is running/,
    text: 'Un autre import est en cours. Réessayez quand il est terminé.',
  },
  { pattern: /Rows of the file are rejected/, text: 'Des lignes du fichier sont refusées : rien n’a été importé.' },
];

/** Loaded with the screens that import, which most staff open rarely. */
export const importing = {
  title: 'Importer un fichier CSV',
  description: 'Rien n’est enregistré avant que vous n’ayez vu l’aperçu et confirmé.',
  allCustomers: 'Le fichier doit avoir une colonne « Client » avec le nom de chaque client.',
  list: 'Contenu du fichier',
  french: 'Montants et dates à la française',
  frenchHint: '1 250,50 et 31/01/2026, comme l’écrit un tableur réglé en français',
  columnsTitle: 'Colonnes du fichier',
  columnsHint:
    'La première ligne contient ces noms, en français ou en anglais, avec ou sans accents, dans l’ordre que vous voulez. Les colonnes facultatives peuvent manquer.',
  required: 'obligatoire',
  template: 'Télécharger un modèle',
  customer: { label: 'Client', example: 'Nom du client' },
  /** Values in the template that staff can download, by the names in contract/record-lists.ts. */
  examples: {
    invoices: {
      number: 'FA-2026-0001',
      amount: '1250,50',
      dueDate: '31/01/2026',
      status: 'pending',
      riskScore: '0',
      createdAt: '15/01/2026',
    },
    contracts: {
      contractNumber: 'CT-2026-0001',
      title: 'Infogérance',
      startDate: '01/01/2026',
      endDate: '31/12/2026',
      contractValue: '12000,00',
      status: 'active',
      renewsTacitly: 'oui',
      noticeDays: '90',
      urgentAroundTheClock: 'oui',
      aroundTheClock: 'non',
      responseMinutes: '120',
      resolutionMinutes: '960',
      createdAt: '15/01/2026',
    },
    payments: {
      paymentReference: 'VIR-0001',
      amount: '1250,50',
      paymentDate: '31/01/2026',
      paymentMethod: 'bank_transfer',
      status: 'completed',
      notes: 'Règle la facture FA-2026-0001',
    },
    licenses: {
      productName: 'Suite bureautique',
      licenseKey: 'AAAA-BBBB-CCCC',
      licenseType: 'subscription',
      seats: '10',
      expiryDate: '31/12/2026',
      monthlyCost: '120,00',
      status: 'active',
      createdAt: '15/01/2026',
    },
  },
  drop: 'Déposez le fichier ici',
  choose: 'Choisir un fichier',
  limits: 'CSV de 10 Mo et 20 000 lignes au plus',
  reading: 'Lecture du fichier…',
  another: 'Choisir un autre fichier',
  added: 'Nouveaux',
  changed: 'Modifiés',
  unchanged: 'Inchangés',
  rejected: 'Refusés',
  counted: (kind: string, count: number) => `${kind} : ${count}`,
  line: (line: number) => `Ligne ${line}`,
  before: 'avant',
  after: 'après',
  emptyValue: 'vide',
  firstOnly: (count: string) => `Les ${count} premiers sont montrés.`,
  nothing: 'Le fichier ne change rien : tout est déjà enregistré.',
  blocked: 'Un fichier avec des lignes refusées n’est pas importé. Corrigez-le, puis choisissez-le à nouveau.',
  download: 'Télécharger les lignes refusées',
  errors: 'Erreurs',
  rejectedName: (title: string) => `${title} refusées`,
  writtenAs: (name: string) => `écrit « ${name} »`,
  apply: plural({ one: (count) => `Enregistrer ${count} ligne`, other: (count) => `Enregistrer ${count} lignes` }),
  applying: 'Enregistrement…',
  changedPlan: 'Les données ont changé depuis l’aperçu. Voici le nouvel aperçu : vérifiez-le avant de confirmer.',
  done: 'L’import est enregistré',
  doneAdded: plural({ one: (count) => `${count} ligne ajoutée`, other: (count) => `${count} lignes ajoutées` }),
  doneChanged: plural({ one: (count) => `${count} ligne modifiée`, other: (count) => `${count} lignes modifiées` }),
  doneBefore: 'Ce fichier avait déjà été importé : rien n’a changé.',
  again: 'Importer un autre fichier',
  showRecords: 'Voir la liste',
  tooLarge: (size: string) =>
    `Le fichier fait ${size} : la limite est de 10 Mo. Divisez-le ou utilisez la ligne de commande.`,
  emptyFile: 'Le fichier est vide : sa première ligne doit contenir les noms des colonnes.',
  notCsv: 'Ce n’est pas un fichier CSV.',
  unknownValues: 'Valeurs que l’espace client ne connaît pas',
  unknownValue: (column: string, value: string) =>
    plural({
      one: (count) => `${column} « ${value} », sur ${count} ligne.`,
      other: (count) => `${column} « ${value} », sur ${count} lignes.`,
    }),
  accept: 'Accepter les statuts inconnus',
  acceptHint: 'Ils sont enregistrés et affichés tels quels, au lieu d’être refusés.',
  unknownMark: 'inconnu',
  unknownInvoiceStatus: 'Une facture dont le statut n’est pas connu compte comme impayée.',
  wholeRow: 'La ligne entière',
  unknownReason: 'n’est pas valable',
  tabs: { label: 'Ce que vous importez', csv: 'Tableau (CSV)', documents: 'Factures (PDF, XML)' },
  reasons,
  fileErrors,
};
export type ImportCopy = typeof importing;

import type { StaffPermission } from '#contract/staff.ts';

/** The staff and customers of the desk's journeys; seed.ts creates them. */

interface Member {
  email: string;
  name: string;
  permissions: StaffPermission[];
  /** Default: an authenticator. */
  hasSecondFactor?: false;
  /** Has an enrolment code. */
  isNew?: true;
}
const everything: StaffPermission[] = ['support', 'accounts', 'sales', 'records', 'admin'];

/** Each journey has its own member: a code of an authenticator works once. */
export const staff = {
  keyboard: { email: 'yasmine@desk.example', name: 'Yasmine Ferrier', permissions: everything },
  importing: { email: 'hugo@desk.example', name: 'Hugo Bresson', permissions: everything },
  reading: { email: 'tim@desk.example', name: 'Timéo Aubanel', permissions: everything },
  twice: { email: 'elio@desk.example', name: 'Elio Marin', permissions: ['records'] },
  starting: { email: 'lina@desk.example', name: 'Lina Castel', permissions: everything },
  still: { email: 'armand@desk.example', name: 'Armand Imbert', permissions: ['support'] },
  unmoved: { email: 'lilou@desk.example', name: 'Lilou Ferrier', permissions: everything },
  first: { email: 'noe@desk.example', name: 'Noé Peyrac', permissions: ['support'] },
  asked: { email: 'solene@desk.example', name: 'Solène Vidal', permissions: ['support'] },
  second: { email: 'jade@desk.example', name: 'Jade Roustan', permissions: ['support'] },
  sales: { email: 'malo@desk.example', name: 'Malo Verdier', permissions: ['sales'] },
  weak: { email: 'zoe@desk.example', name: 'Zoé Lambert', permissions: everything, hasSecondFactor: false },
  enrolling: {
    email: 'cleo@desk.example',
    name: 'Cléo Barral',
    permissions: ['support'],
    hasSecondFactor: false,
    isNew: true,
  },
  records: { email: 'iris@desk.example', name: 'Iris Fabre', permissions: ['records'] },
  accounts: { email: 'adam@desk.example', name: 'Adam Sorel', permissions: ['accounts'] },
  missing: { email: 'sami@desk.example', name: 'Sami Clerc', permissions: ['support'] },
  paper: { email: 'nina@desk.example', name: 'Nina Ollivier', permissions: everything },
  viewing: { email: 'oscar@desk.example', name: 'Oscar Tallec', permissions: ['accounts'] },
  looking: { email: 'rose@desk.example', name: 'Rose Amiel', permissions: everything },
  talking: { email: 'salome@desk.example', name: 'Salomé Arnoux', permissions: everything },
  together: { email: 'basile@desk.example', name: 'Basile Carlin', permissions: ['support'] },
  alongside: { email: 'capucine@desk.example', name: 'Capucine Gautier', permissions: ['support'] },
  waiting: { email: 'maia@desk.example', name: 'Maïa Tordo', permissions: ['support'] },
  sorting: { email: 'eva@desk.example', name: 'Éva Torrin', permissions: ['support'] },
  attaching: { email: 'livia@desk.example', name: 'Livia Vial', permissions: ['support'] },
  watching: { email: 'lou@desk.example', name: 'Lou Mascaro', permissions: ['support'] },
  working: { email: 'axel@desk.example', name: 'Axel Rimiez', permissions: ['support'] },
  interrupted: { email: 'gaspard@desk.example', name: 'Gaspard Ollier', permissions: ['support'] },
  quicker: { email: 'flora@desk.example', name: 'Flora Giordan', permissions: ['support'] },
  choosing: { email: 'loris@desk.example', name: 'Loris Baud', permissions: ['support'] },
  resuming: { email: 'anouk@desk.example', name: 'Anouk Vial', permissions: ['support'] },
  merging: { email: 'tom@desk.example', name: 'Tom Rivoire', permissions: ['support'] },
  printing: { email: 'ninon@desk.example', name: 'Ninon Caprini', permissions: ['support'] },
  searching: { email: 'olga@desk.example', name: 'Olga Pastorelli', permissions: everything },
  listing: { email: 'paola@desk.example', name: 'Paola Ricci', permissions: everything },
  opening: { email: 'agathe@desk.example', name: 'Agathe Ciais', permissions: ['support'] },
  auditing: { email: 'remi@desk.example', name: 'Rémi Giraud', permissions: everything },
  editing: { email: 'manon@desk.example', name: 'Manon Isnard', permissions: everything },
  glancing: { email: 'isaure@desk.example', name: 'Isaure Roubion', permissions: everything },
  reckoning: { email: 'mael@desk.example', name: 'Maël Ginesy', permissions: everything },
  bulk: { email: 'colin@desk.example', name: 'Colin Astier', permissions: ['support'] },
  undoing: { email: 'solal@desk.example', name: 'Solal Fabresse', permissions: ['support'] },
  mentioning: { email: 'clotilde@desk.example', name: 'Clotilde Cordier', permissions: ['support'] },
  snoozing: { email: 'alba@desk.example', name: 'Alba Nicolaï', permissions: ['support'] },
  typing: { email: 'joris@desk.example', name: 'Joris Payan', permissions: ['support'] },
  besides: { email: 'celia@desk.example', name: 'Célia Faraut', permissions: ['support'] },
  filing: { email: 'nour@desk.example', name: 'Nour Salvetti', permissions: ['records', 'support'] },
  reminding: { email: 'ilan@desk.example', name: 'Ilan Ferrero', permissions: ['records', 'accounts'] },
  proposing: { email: 'sacha@desk.example', name: 'Sacha Lanteri', permissions: ['admin'] },
  approving: { email: 'maud@desk.example', name: 'Maud Ginesy', permissions: ['admin'] },
  settling: { email: 'aurore@desk.example', name: 'Aurore Daumas', permissions: everything },
  managing: { email: 'victor@desk.example', name: 'Victor Maurin', permissions: everything },
  invoicing: { email: 'esteban@desk.example', name: 'Esteban Maurel', permissions: ['records', 'support'] },
  invoicingByKey: { email: 'lison@desk.example', name: 'Lison Aubry', permissions: ['records'] },
  english: { email: 'elsie@desk.example', name: 'Elsie Brandt', permissions: everything },
  englishScreens: { email: 'edith@desk.example', name: 'Edith Marlow', permissions: everything },
  // One for each of the two workers.
  receiving: { email: 'ambre@desk.example', name: 'Ambre Cassin', permissions: ['support'] },
  receivingToo: { email: 'tristan@desk.example', name: 'Tristan Bermond', permissions: ['support'] },
  answering: { email: 'ludmila@desk.example', name: 'Ludmila Garcin', permissions: everything },
  hosting: { email: 'rosalie@desk.example', name: 'Rosalie Auvare', permissions: ['support'] },
  meeting: { email: 'gabin@desk.example', name: 'Gabin Raynaud', permissions: ['support'] },
  confirming: { email: 'apolline@desk.example', name: 'Apolline Vernay', permissions: ['support'] },
  connecting: { email: 'ophelie@desk.example', name: 'Ophélie Gasiglia', permissions: ['admin'] },
  notConnecting: { email: 'titouan@desk.example', name: 'Titouan Raybaud', permissions: ['support'] },
  notInvoicing: { email: 'milan@desk.example', name: 'Milan Ferrat', permissions: ['sales'] },
} satisfies Record<string, Member>;

/** Each journey that changes a customer has its own. */
export const companies = {
  keyboard: { name: 'Plomberie Magnan', owner: 'owner@magnan.example' },
  importing: { name: 'Brasserie Cimiez', owner: 'owner@cimiez.example' },
  reading: { name: 'Ferronnerie Baumettes', owner: 'owner@baumettes.example' },
  invoiced: { name: 'Tapisserie Ponchettes', owner: 'owner@ponchettes.example', siren: '000000117' },
  invoicedByKey: { name: 'Vannerie Bellet', owner: 'owner@vannerie.example', siren: '000000224' },
  twice: { name: 'Torréfaction Riquier', owner: 'owner@riquier.example' },
  tickets: { name: 'Vitrerie Fabron', owner: 'owner@fabron.example' },
  records: { name: 'Cartonnerie Carros', owner: 'owner@carros.example' },
  viewed: { name: 'Faïencerie Gorbio', owner: 'owner@gorbio.example' },
  talking: { name: 'Menuiserie Gorbella', owner: 'owner@gorbella.example' },
  together: { name: 'Serrurerie Borriglione', owner: 'owner@borriglione.example' },
  interrupted: { name: 'Horlogerie Barla', owner: 'owner@barla.example' },
  resuming: { name: 'Reliure Gambetta', owner: 'owner@gambetta.example' },
  editing: { name: 'Ganterie Roquebillière', owner: 'owner@roquebilliere.example' },
  sorting: { name: 'Imprimerie Carabacel', owner: 'owner@carabacel.example' },
  attaching: { name: 'Photogravure Libération', owner: 'owner@liberation.example' },
  live: { name: 'Boulangerie Pasteur', owner: 'owner@pasteur.example' },
  merging: { name: 'Voilerie Lympia', owner: 'owner@lympia.example' },
  opening: { name: 'Lutherie Garibaldi', owner: 'owner@garibaldi.example' },
  undoing: { name: 'Barrières Ariane', owner: 'owner@ariane.example' },
  bulk: { name: 'Presses Valrose', owner: 'owner@valrose.example' },
  aside: { name: 'Chocolaterie Arson', owner: 'owner@arson.example' },
  typing: { name: 'Coutellerie Ségurane', owner: 'owner@segurane.example' },
  managed: { name: 'Ébénisterie Thaon', owner: 'owner@thaon.example' },
  filing: { name: 'Tannerie Bendejun', owner: 'owner@bendejun.example' },
  english: { name: 'Miroiterie Ferber', owner: 'owner@miroiterie-ferber.example' },
  booking: { name: 'Cordonnerie Vauban', owner: 'owner@vauban.example' },
  meeting: { name: 'Coutellerie Dabray', owner: 'owner@dabray.example' },
  people: { name: 'Fleurs Saleya', owner: 'owner@saleya.example' },
};
/** A colleague at Fleurs Saleya, whose authenticator is lost. */
export const locked = 'locked-out@saleya.example';

/** A colleague of the owner at Voilerie Lympia, who sees own tickets only. */
export const sailor = 'sailor@lympia.example';

/** The tickets of Plomberie Magnan and Vitrerie Fabron. */
export const leaks = ['Fuite dans la salle des serveurs', 'Pompe bruyante', 'Devis pour un onduleur'] as const;
export const contested = { number: 'TKT-7101', subject: 'Vitrage du local technique' };

/** Guests whose appointments with `staff.meeting` have begun. */
export const begun = ['Inès Carlotti', 'Marius Pastor'] as const;

/** Visitors who have filled the calendar of `staff.meeting` from one domain. */
export const flood = { domain: 'deluge.example', names: ['Elian Basso', 'Nora Tissier'] } as const;

/** The secrets of the authenticators, or the enrolment codes, by email address, in the data folder of the server. */
export const secretsFile = 'desk-secrets.json';

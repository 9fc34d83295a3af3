/** What docs/product.md fixes: courses, values to the character, and statements. Counts are in content/schema. */

type SpecValue = { section: string; file: string; path: string; value: unknown };
type SpecMention = { section: string; file: string; pattern: RegExp };

const values = (section: string, file: string, byPath: Record<string, unknown>): SpecValue[] =>
  Object.entries(byPath).map(([path, value]) => ({ section, file, path, value }));
const mentions = (section: string, file: string, ...patterns: RegExp[]): SpecMention[] =>
  patterns.map((pattern) => ({ section, file, pattern }));

type CourseFacts = { slug: string; title: string; days: number; examHours?: number; exam?: string };

const fiveDays = { days: 5, examHours: 3, exam: '3 heures' };

/** product §9, in the order of its table; EBIOS is in preparation and has no exam yet. */
export const courseFacts: CourseFacts[] = [
  { slug: 'iso-27001-lead-implementer', title: 'ISO 27001 Lead Implementer', ...fiveDays },
  { slug: 'iso-27001-lead-auditor', title: 'ISO 27001 Lead Auditor', ...fiveDays },
  { slug: 'iso-27002-lead-manager', title: 'ISO 27002 Lead Manager', ...fiveDays },
  { slug: 'iso-27032-lead-cybersecurity-manager', title: 'ISO 27032 Lead Cybersecurity Manager', ...fiveDays },
  { slug: 'rgpd-data-protection-officer', title: 'RGPD – Data Protection Officer', ...fiveDays },
  { slug: 'iso-22301-lead-implementer', title: 'ISO 22301 Lead Implementer', ...fiveDays },
  { slug: 'iso-22301-lead-auditor', title: 'ISO 22301 Lead Auditor', ...fiveDays },
  { slug: 'iso-27005-risk-manager', title: 'ISO 27005 Risk Manager', days: 3, examHours: 2.5, exam: '2 h 30' },
  { slug: 'ebios-risk-manager', title: 'EBIOS Risk Manager', days: 3 },
  { slug: 'iso-31000-risk-manager', title: 'ISO 31000 Risk Manager', days: 3, examHours: 2, exam: '2 heures' },
];

const quote = { label: 'Demander un devis', to: '/contact' };
const session = { label: 'Planifier une session', to: '/schedule-consultation' };

export const specValues: SpecValue[] = [
  ...values('§2', 'content/site.ts', {
    'site.skipLink': 'Aller au contenu principal',
    'site.navigation.home.label': 'Accueil',
    'site.navigation.services.label': 'Services',
    'site.navigation.links': [
      { label: 'Pourquoi Nous', to: '/why-us' },
      { label: 'Partenaires', to: '/partners' },
      { label: 'Contact', to: '/contact' },
    ],
    'site.navigation.buttons': [
      { label: 'Prendre un RDV', to: 'schedule' },
      { label: 'Audit Gratuit', to: '/free-audit' },
    ],
  }),
  ...values('§9', 'content/site.ts', { 'site.office.hours': 'Lundi – vendredi, 8h00 – 18h00 (CET)' }),
  ...values('§4', 'content/site.ts', {
    'site.newsletter.submitting': 'Inscription...',
  }),
  ...values('§8', 'content/site.ts', {
    'site.newsletter.errors': {
      title: 'Erreur',
      empty: 'Veuillez entrer votre adresse email',
      malformed: 'Veuillez entrer une adresse email valide',
      unexpected: 'Une erreur est survenue. Veuillez réessayer.',
    },
  }),
  ...values('§2', 'content/pages/error.ts', {
    title: "Une erreur s'est produite",
    refresh: 'Rafraîchir la page',
  }),
  ...values('§8', 'content/pages/error.ts', {
    description:
      'Nous nous excusons pour la gêne occasionnée. Veuillez rafraîchir la page ou contacter le support si le problème persiste.',
  }),
  ...values('§2', 'content/pages/not-found.ts', {
    code: '404',
    message: 'Oops! Page not found',
    home: 'Return to Home',
  }),
  ...values('§2', 'content/pages/home.ts', {
    'hero.badges': ['Partenaire Microsoft CSP', 'Support 24/7'],
    'services.more': 'En Savoir Plus',
    'services.expert': 'Parler à un Expert',
    'training.action.to': '/formations',
  }),
  ...values('§4', 'content/pages/home.ts', {
    'checklist.confirmation.title': 'Merci !',
    'checklist.confirmation.again': 'Soumettre une Autre Demande',
  }),
  ...values('§9', 'content/pages/home.ts', { 'checklist.confirmation.toast': 'Checklist envoyée !' }),
  ...values('§2', 'content/services/infrastructure.ts', {
    'card.price': 'À partir de 2 500€/mois',
    'tiers.items[0].name': 'Essentiel',
    'tiers.items[0].recommended': false,
    'tiers.items[1].name': 'Professionnel',
    'tiers.items[1].recommended': true,
    'tiers.items[2].name': 'Entreprise',
    'tiers.items[2].recommended': false,
    'tiers.items[2].price': 'Sur devis',
  }),
  ...values('§2', 'content/services/managed-services.ts', {
    'card.price': 'À partir de 150€/utilisateur/mois',
  }),
  ...values('§2', 'content/services/cybersecurity.ts', {
    'card.price': 'À partir de 500€/mois',
  }),
  ...values('§2', 'content/services/microsoft-cloud.ts', {
    'card.price': 'Tarif éditeur + 15\u00A0%',
  }),
  ...values('§2', 'content/pages/plans.ts', {
    'plans.items[0].popular': false,
    'plans.items[1].name': 'Microsoft 365 Business Standard',
    'plans.items[1].popular': true,
    'plans.items[2].popular': false,
    'plans.action.to': '/free-audit',
  }),
  ...values('§2', 'content/pages/training.ts', {
    'hero.actions': [quote, session],
    'catalogue.more': 'Voir le programme',
    'catalogue.inPreparation': 'Programme en préparation',
  }),
  ...values('§2', 'content/pages/course.ts', {
    delivery: 'Présentiel / Distanciel',
    actions: [quote, session],
    'closing.actions': [quote, session],
  }),
  ...values('§9', 'content/pages/contact.ts', {
    'form.confirmation.title': 'Message Envoyé !',
    'form.confirmation.text': 'Nous vous répondrons dans les 24 heures.',
  }),
  ...values('§9', 'content/pages/audit.ts', {
    'form.confirmation.title': "Demande d'Audit Reçue !",
  }),
  ...values('§9', 'content/pages/consultation.ts', {
    'form.confirmation.title': 'Consultation Planifiée !',
    'types.items[0].minutes': 60,
    'types.items[1].minutes': 45,
    'types.items[2].minutes': 45,
    'types.items[3].minutes': 30,
    'types.items[4].minutes': 30,
    'form.fields.preferredTime.options': ['9h00-10h00', '10h30-11h30', '14h00-15h00', '15h30-16h30', '16h00-17h00'],
  }),
  ...values('§2', 'content/pages/legal.ts', {
    'privacy.updated': '2025-06-15',
    'terms.updated': '2025-06-15',
  }),
  ...values('§2', 'content/pages/cookie-preferences.ts', {
    open: 'Gérer les Cookies',
  }),
];

/** What docs/product.md wants said somewhere in a file, in words that it leaves to us. */
export const specMentions: SpecMention[] = [
  ...mentions(
    '§2',
    'content/pages/home.ts',
    /Conformité en 2\s+semaines/,
    /30\s+% de coûts en moins/,
    /Support 24\/7 et sauvegardes/,
  ),
  ...mentions('§4', 'content/pages/home.ts', /checklist vous a été envoyée par e-mail/),
  ...mentions('§9', 'content/services/infrastructure.ts', /jusqu’à 40\s+%/i),
  ...mentions('§9', 'content/services/managed-services.ts', /jusqu’à 60\s+%/i, /99,9\s+%/, /^4\s+h$/),
  ...mentions('§2', 'content/services/managed-services.ts', /FR \/ EN \/ AR/),
  ...mentions('§9', 'content/services/microsoft-cloud.ts', /15\s+%/),
  ...mentions('§9', 'content/pages/why-us.ts', /^Plus de 10\s+ans$/, /^3\s+continents$/),
  ...mentions(
    '§2',
    'content/pages/audit.ts',
    /^30\s+minutes$/,
    /1 à 2\s+semaines/,
    /Gratuit pour les entreprises éligibles, pendant une durée limitée/,
  ),
  ...mentions('§9', 'content/pages/audit.ts', /dans les 24\s+heures/),
  ...mentions('§9', 'content/pages/consultation.ts', /invitation calendrier dans les 2\s+heures/),
  ...mentions(
    '§9',
    'content/pages/course.ts',
    /valable 3\s+ans, maintenue par la formation continue/,
    /choix multiples/,
  ),
  ...mentions(
    '§9',
    'content/legal/privacy.md',
    /Durée du contrat, puis 5\s+ans/,
    /3\s+ans au plus/,
    /2\s+ans après la résolution/,
    /13\s+mois au plus/,
  ),
  ...mentions(
    '§9',
    'content/legal/cookies.md',
    /fermeture du navigateur/,
    /1\s+an au plus/,
    /26\s+mois au plus/,
    /13\s+mois au plus/,
  ),
  ...mentions('§9', 'content/legal/terms.md', /12\s+derniers mois/),
  ...mentions('§2', 'content/legal/terms.md', /droit français/, /tribunaux français/),
];

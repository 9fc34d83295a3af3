/** What docs/product.md fixes to the character: the file, the field, the value. Counts are in content/schema. */
export type SpecValue = { section: string; file: string; path: string; value: unknown };

const quote = { label: 'Demander un devis', to: '/contact' };
const session = { label: 'Planifier une session', to: '/schedule-consultation' };

export const specValues: SpecValue[] = [
  { section: '§2', file: 'content/site.ts', path: 'site.skipLink', value: 'Aller au contenu principal' },
  { section: '§2', file: 'content/site.ts', path: 'site.navigation.home.label', value: 'Accueil' },
  { section: '§2', file: 'content/site.ts', path: 'site.navigation.services.label', value: 'Services' },
  {
    section: '§2',
    file: 'content/site.ts',
    path: 'site.navigation.links',
    value: [
      { label: 'Pourquoi Nous', to: '/why-us' },
      { label: 'Partenaires', to: '/partners' },
      { label: 'Contact', to: '/contact' },
    ],
  },
  {
    section: '§2',
    file: 'content/site.ts',
    path: 'site.navigation.buttons',
    value: [
      { label: 'Prendre un RDV', to: 'schedule' },
      { label: 'Audit Gratuit', to: '/free-audit' },
    ],
  },
  { section: '§4', file: 'content/site.ts', path: 'site.newsletter.submitting', value: 'Inscription...' },
  {
    section: '§8',
    file: 'content/site.ts',
    path: 'site.newsletter.errors',
    value: {
      title: 'Erreur',
      empty: 'Veuillez entrer votre adresse email',
      malformed: 'Veuillez entrer une adresse email valide',
      unexpected: 'Une erreur est survenue. Veuillez réessayer.',
    },
  },
  { section: '§2', file: 'content/pages/error.ts', path: 'title', value: "Une erreur s'est produite" },
  {
    section: '§8',
    file: 'content/pages/error.ts',
    path: 'description',
    value:
      'Nous nous excusons pour la gêne occasionnée. Veuillez rafraîchir la page ou contacter le support si le problème persiste.',
  },
  { section: '§2', file: 'content/pages/error.ts', path: 'refresh', value: 'Rafraîchir la page' },
  { section: '§2', file: 'content/pages/not-found.ts', path: 'code', value: '404' },
  { section: '§2', file: 'content/pages/not-found.ts', path: 'message', value: 'Oops! Page not found' },
  { section: '§2', file: 'content/pages/not-found.ts', path: 'home', value: 'Return to Home' },

  {
    section: '§2',
    file: 'content/pages/home.ts',
    path: 'hero.badges',
    value: ['Partenaire Microsoft CSP', 'Support 24/7'],
  },
  { section: '§2', file: 'content/pages/home.ts', path: 'services.more', value: 'En Savoir Plus' },
  { section: '§2', file: 'content/pages/home.ts', path: 'services.expert', value: 'Parler à un Expert' },
  { section: '§2', file: 'content/pages/home.ts', path: 'training.action.to', value: '/formations' },
  { section: '§4', file: 'content/pages/home.ts', path: 'checklist.confirmation.title', value: 'Merci !' },
  {
    section: '§4',
    file: 'content/pages/home.ts',
    path: 'checklist.confirmation.again',
    value: 'Soumettre une Autre Demande',
  },

  { section: '§2', file: 'content/services/infrastructure.ts', path: 'card.price', value: 'À partir de 2 500€/mois' },
  { section: '§2', file: 'content/services/infrastructure.ts', path: 'tiers.items[0].name', value: 'Essentiel' },
  { section: '§2', file: 'content/services/infrastructure.ts', path: 'tiers.items[0].recommended', value: false },
  { section: '§2', file: 'content/services/infrastructure.ts', path: 'tiers.items[1].name', value: 'Professionnel' },
  { section: '§2', file: 'content/services/infrastructure.ts', path: 'tiers.items[1].recommended', value: true },
  { section: '§2', file: 'content/services/infrastructure.ts', path: 'tiers.items[2].name', value: 'Entreprise' },
  { section: '§2', file: 'content/services/infrastructure.ts', path: 'tiers.items[2].recommended', value: false },
  { section: '§2', file: 'content/services/infrastructure.ts', path: 'tiers.items[2].price', value: 'Sur devis' },
  {
    section: '§2',
    file: 'content/services/managed-services.ts',
    path: 'card.price',
    value: 'À partir de 150€/utilisateur/mois',
  },
  { section: '§2', file: 'content/services/cybersecurity.ts', path: 'card.price', value: 'À partir de 500€/mois' },
  {
    section: '§2',
    file: 'content/services/microsoft-cloud.ts',
    path: 'card.price',
    value: 'Tarif éditeur + 15\u00A0%',
  },

  { section: '§2', file: 'content/pages/plans.ts', path: 'plans.items[0].popular', value: false },
  {
    section: '§2',
    file: 'content/pages/plans.ts',
    path: 'plans.items[1].name',
    value: 'Microsoft 365 Business Standard',
  },
  { section: '§2', file: 'content/pages/plans.ts', path: 'plans.items[1].popular', value: true },
  { section: '§2', file: 'content/pages/plans.ts', path: 'plans.items[2].popular', value: false },
  { section: '§2', file: 'content/pages/plans.ts', path: 'plans.action.to', value: '/free-audit' },

  { section: '§2', file: 'content/pages/training.ts', path: 'hero.actions', value: [quote, session] },
  { section: '§2', file: 'content/pages/training.ts', path: 'catalogue.more', value: 'Voir le programme' },
  {
    section: '§2',
    file: 'content/pages/training.ts',
    path: 'catalogue.inPreparation',
    value: 'Programme en préparation',
  },
  { section: '§2', file: 'content/pages/course.ts', path: 'delivery', value: 'Présentiel / Distanciel' },
  { section: '§2', file: 'content/pages/course.ts', path: 'actions', value: [quote, session] },
  { section: '§2', file: 'content/pages/course.ts', path: 'closing.actions', value: [quote, session] },

  { section: '§9', file: 'content/pages/contact.ts', path: 'form.confirmation.title', value: 'Message Envoyé !' },
  {
    section: '§9',
    file: 'content/pages/contact.ts',
    path: 'form.confirmation.text',
    value: 'Nous vous répondrons dans les 24 heures.',
  },
  { section: '§9', file: 'content/pages/audit.ts', path: 'form.confirmation.title', value: "Demande d'Audit Reçue !" },
  {
    section: '§9',
    file: 'content/pages/consultation.ts',
    path: 'form.confirmation.title',
    value: 'Consultation Planifiée !',
  },
  { section: '§9', file: 'content/pages/consultation.ts', path: 'types.items[0].minutes', value: 60 },
  { section: '§9', file: 'content/pages/consultation.ts', path: 'types.items[1].minutes', value: 45 },
  { section: '§9', file: 'content/pages/consultation.ts', path: 'types.items[2].minutes', value: 45 },
  { section: '§9', file: 'content/pages/consultation.ts', path: 'types.items[3].minutes', value: 30 },
  { section: '§9', file: 'content/pages/consultation.ts', path: 'types.items[4].minutes', value: 30 },
  {
    section: '§9',
    file: 'content/pages/consultation.ts',
    path: 'form.fields.preferredTime.options',
    value: ['9h00-10h00', '10h30-11h30', '14h00-15h00', '15h30-16h30', '16h00-17h00'],
  },

  { section: '§2', file: 'content/pages/legal.ts', path: 'privacy.updated', value: '2025-06-15' },
  { section: '§2', file: 'content/pages/legal.ts', path: 'terms.updated', value: '2025-06-15' },
  { section: '§2', file: 'content/pages/cookie-preferences.ts', path: 'open', value: 'Gérer les Cookies' },
];

/** What docs/product.md wants said somewhere in a file, in words that it leaves to us. */
export const specMentions: { section: string; file: string; pattern: RegExp }[] = [
  { section: '§2', file: 'content/pages/home.ts', pattern: /Conformité en 2\s+semaines/ },
  { section: '§2', file: 'content/pages/home.ts', pattern: /30\s+% de coûts en moins/ },
  { section: '§2', file: 'content/pages/home.ts', pattern: /Support 24\/7 et sauvegardes/ },
  { section: '§4', file: 'content/pages/home.ts', pattern: /checklist vous a été envoyée par e-mail/ },
  { section: '§9', file: 'content/services/infrastructure.ts', pattern: /jusqu’à 40\s+%/i },
  { section: '§9', file: 'content/services/managed-services.ts', pattern: /jusqu’à 60\s+%/i },
  { section: '§9', file: 'content/services/managed-services.ts', pattern: /99,9\s+%/ },
  { section: '§2', file: 'content/services/managed-services.ts', pattern: /FR \/ EN \/ AR/ },
  { section: '§9', file: 'content/services/managed-services.ts', pattern: /^4\s+h$/ },
  { section: '§9', file: 'content/services/microsoft-cloud.ts', pattern: /15\s+%/ },
  { section: '§9', file: 'content/pages/why-us.ts', pattern: /^10\+\s+ans$/ },
  { section: '§9', file: 'content/pages/why-us.ts', pattern: /^3\s+continents$/ },
  { section: '§2', file: 'content/pages/audit.ts', pattern: /^30\s+minutes$/ },
  { section: '§2', file: 'content/pages/audit.ts', pattern: /1 à 2\s+semaines/ },
  {
    section: '§2',
    file: 'content/pages/audit.ts',
    pattern: /Gratuit pour les entreprises éligibles, pendant une durée limitée/,
  },
  { section: '§9', file: 'content/pages/audit.ts', pattern: /dans les 24\s+heures/ },
  { section: '§9', file: 'content/pages/consultation.ts', pattern: /invitation calendrier dans les 2\s+heures/ },
  { section: '§9', file: 'content/pages/course.ts', pattern: /valable 3\s+ans, maintenue par la formation continue/ },
  { section: '§9', file: 'content/pages/course.ts', pattern: /choix multiples/ },
  { section: '§9', file: 'content/legal/privacy.md', pattern: /Durée du contrat, puis 5\s+ans/ },
  { section: '§9', file: 'content/legal/privacy.md', pattern: /3\s+ans au plus/ },
  { section: '§9', file: 'content/legal/privacy.md', pattern: /2\s+ans après la résolution/ },
  { section: '§9', file: 'content/legal/privacy.md', pattern: /13\s+mois au plus/ },
  { section: '§9', file: 'content/legal/cookies.md', pattern: /fermeture du navigateur/ },
  { section: '§9', file: 'content/legal/cookies.md', pattern: /1\s+an au plus/ },
  { section: '§9', file: 'content/legal/cookies.md', pattern: /26\s+mois au plus/ },
  { section: '§9', file: 'content/legal/cookies.md', pattern: /13\s+mois au plus/ },
  { section: '§9', file: 'content/legal/terms.md', pattern: /12\s+derniers mois/ },
  { section: '§2', file: 'content/legal/terms.md', pattern: /droit français/ },
  { section: '§2', file: 'content/legal/terms.md', pattern: /tribunaux français/ },
];

import { auditPage } from '#content/pages/audit.ts';
import { homePage } from '#content/pages/home.ts';
import { plansPage } from '#content/pages/plans.ts';
import { servicesPage } from '#content/pages/services.ts';
import { trainingPage } from '#content/pages/training.ts';
import { whyUsPage } from '#content/pages/why-us.ts';
import { cybersecurity } from '#content/services/cybersecurity.ts';
import { infrastructure } from '#content/services/infrastructure.ts';
import { managedServices } from '#content/services/managed-services.ts';
import { microsoftCloud } from '#content/services/microsoft-cloud.ts';

/** How many of what product §2 counts, in the section under this heading. The headings are ours, the numbers are not. */
export type Count = { path: string; section: string; what: string; of: 'h3' | 'dt' | 'blockquote'; count: number };

export const counts: Count[] = [
  { path: '/', section: homePage.services.title, what: 'service cards', of: 'h3', count: 4 },
  { path: '/', section: homePage.cloud.title, what: 'benefits of the cloud offer', of: 'h3', count: 6 },
  { path: '/', section: homePage.caseStudies.title, what: 'case studies', of: 'h3', count: 3 },
  { path: '/', section: homePage.testimonials.title, what: 'testimonials', of: 'blockquote', count: 3 },
  { path: '/services', section: servicesPage.list.title, what: 'services', of: 'h3', count: 4 },
  { path: '/services/infrastructure', section: infrastructure.solutions.title, what: 'solutions', of: 'h3', count: 4 },
  { path: '/services/infrastructure', section: infrastructure.benefits.title, what: 'benefits', of: 'h3', count: 6 },
  { path: '/services/infrastructure', section: infrastructure.process.title, what: 'steps', of: 'h3', count: 4 },
  { path: '/services/infrastructure', section: infrastructure.tiers.title, what: 'tiers', of: 'h3', count: 3 },
  { path: '/services/managed-services', section: managedServices.features.title, what: 'features', of: 'h3', count: 4 },
  {
    path: '/services/managed-services',
    section: managedServices.inclusions.title,
    what: 'inclusions',
    of: 'dt',
    count: 8,
  },
  { path: '/services/managed-services', section: managedServices.benefits.title, what: 'benefits', of: 'h3', count: 4 },
  { path: '/services/cybersecurity', section: cybersecurity.threats.title, what: 'threats', of: 'h3', count: 4 },
  { path: '/services/cybersecurity', section: cybersecurity.solutions.title, what: 'solutions', of: 'h3', count: 4 },
  { path: '/services/cybersecurity', section: cybersecurity.standards.title, what: 'standards', of: 'h3', count: 6 },
  {
    path: '/services/cybersecurity',
    section: cybersecurity.layers.title,
    what: 'layers of defence',
    of: 'h3',
    count: 4,
  },
  {
    path: '/services/microsoft-cloud',
    section: microsoftCloud.families.title,
    what: 'product families',
    of: 'h3',
    count: 4,
  },
  {
    path: '/services/microsoft-cloud',
    section: microsoftCloud.advantages.title,
    what: 'advantages',
    of: 'h3',
    count: 8,
  },
  { path: '/services/microsoft-cloud', section: microsoftCloud.migration.title, what: 'steps', of: 'h3', count: 5 },
  { path: '/services/microsoft-cloud', section: microsoftCloud.sectors.title, what: 'sectors', of: 'h3', count: 3 },
  { path: '/microsoft-plans', section: plansPage.plans.title, what: 'plans', of: 'h3', count: 3 },
  { path: '/formations', section: trainingPage.benefits.title, what: 'benefit cards', of: 'h3', count: 5 },
  { path: '/why-us', section: whyUsPage.method.title, what: 'steps of the method', of: 'h3', count: 4 },
  { path: '/free-audit', section: auditPage.process.title, what: 'steps of the audit', of: 'h3', count: 4 },
];

/** The headings of the blocks that product §2 lists, in its order. */
export const blockOrder: Record<string, string[]> = {
  '/services/infrastructure': [
    infrastructure.solutions.title,
    infrastructure.benefits.title,
    infrastructure.process.title,
    infrastructure.tiers.title,
  ],
  '/services/managed-services': [
    managedServices.features.title,
    managedServices.inclusions.title,
    managedServices.benefits.title,
  ],
  '/services/cybersecurity': [
    cybersecurity.threats.title,
    cybersecurity.solutions.title,
    cybersecurity.standards.title,
    cybersecurity.layers.title,
    cybersecurity.emergency.title,
  ],
  '/services/microsoft-cloud': [
    microsoftCloud.families.title,
    microsoftCloud.advantages.title,
    microsoftCloud.migration.title,
    microsoftCloud.sectors.title,
  ],
};

const nbsp = '\u00A0';

/** Words that docs/product.md quotes and the claims of product §9 as French writes them. */
export const words: Record<string, string[]> = {
  '/': ['Partenaire Microsoft CSP', 'Support 24/7', `Conformité en 2${nbsp}semaines`, `30${nbsp}% de coûts en moins`],
  '/services': [
    'À partir de 2 500€/mois',
    'À partir de 150€/utilisateur/mois',
    'À partir de 500€/mois',
    `Tarif éditeur + 15${nbsp}%`,
  ],
  '/services/infrastructure': [
    'Essentiel',
    'Professionnel',
    'Recommandé',
    'Entreprise',
    'Sur devis',
    'À partir de 2 500€/mois',
    `usqu’à 40${nbsp}%`,
  ],
  '/services/managed-services': [
    'À partir de 150€/utilisateur/mois',
    `Jusqu’à 60${nbsp}%`,
    `99,9${nbsp}%`,
    'FR / EN / AR',
    `4${nbsp}h`,
    '24/7',
  ],
  '/services/cybersecurity': ['À partir de 500€/mois', 'Critique', 'Élevé', 'Moyen', '+33 4 65 71 00 06'],
  '/services/microsoft-cloud': [
    'Microsoft 365',
    'Azure',
    'Dynamics 365',
    'Power Platform',
    `Tarif éditeur + 15${nbsp}%`,
  ],
  '/microsoft-plans': [
    'Microsoft 365 Business Basic',
    'Microsoft 365 Business Standard',
    'Microsoft 365 Business Premium',
    'par utilisateur / mois',
    `Tarif éditeur + 15${nbsp}%`,
  ],
  '/formations': ['Demander un devis', 'Planifier une session', 'Voir le programme', 'Programme en préparation'],
  '/why-us': [`Plus de 10${nbsp}ans`, `3${nbsp}continents`, `99,9${nbsp}%`, `4${nbsp}h`, '24/7'],
  '/contact': ['Lundi – vendredi, 8h00 – 18h00 (CET)', '06200 Nice', `24${nbsp}heures`],
  '/free-audit': [
    `30${nbsp}minutes`,
    `1 à 2${nbsp}semaines`,
    'Gratuit pour les entreprises éligibles, pendant une durée limitée',
  ],
  '/schedule-consultation': ['9h00-10h00', '10h30-11h30', '14h00-15h00', '15h30-16h30', '16h00-17h00'],
  '/politique-confidentialite': [
    `15${nbsp}juin${nbsp}2025`,
    `5${nbsp}ans`,
    `3${nbsp}ans au plus`,
    `2${nbsp}ans après la résolution`,
    `13${nbsp}mois au plus`,
    'dpo@rempart-azur.example',
  ],
  '/conditions-utilisation': [
    `15${nbsp}juin${nbsp}2025`,
    'droit français',
    'tribunaux français',
    `12${nbsp}derniers mois`,
  ],
  '/politique-cookies': [
    'Gérer les Cookies',
    'fermeture du navigateur',
    `1${nbsp}an au plus`,
    `26${nbsp}mois au plus`,
    `13${nbsp}mois au plus`,
  ],
};

/** The build adds no-break spaces and hyphens (scripts/build/no-breaks.ts): they are compared as plain ones. */
export const withBreaks = (text: string) => text.replaceAll('\u00A0', ' ').replaceAll('\u2011', '-');

/** The route table of product §2 without the portal, repeated here so that a mistake in app/routes.ts is found. */
export const courses = [
  { path: '/formations/iso-27001-lead-implementer', title: 'ISO 27001 Lead Implementer', days: 5, exam: '3 heures' },
  { path: '/formations/iso-27001-lead-auditor', title: 'ISO 27001 Lead Auditor', days: 5, exam: '3 heures' },
  { path: '/formations/iso-27002-lead-manager', title: 'ISO 27002 Lead Manager', days: 5, exam: '3 heures' },
  {
    path: '/formations/rgpd-data-protection-officer',
    title: 'RGPD – Data Protection Officer',
    days: 5,
    exam: '3 heures',
  },
  { path: '/formations/iso-27005-risk-manager', title: 'ISO 27005 Risk Manager', days: 3, exam: '2 h 30' },
  {
    path: '/formations/iso-27032-lead-cybersecurity-manager',
    title: 'ISO 27032 Lead Cybersecurity Manager',
    days: 5,
    exam: '3 heures',
  },
  { path: '/formations/iso-31000-risk-manager', title: 'ISO 31000 Risk Manager', days: 3, exam: '2 heures' },
  { path: '/formations/iso-22301-lead-implementer', title: 'ISO 22301 Lead Implementer', days: 5, exam: '3 heures' },
  { path: '/formations/iso-22301-lead-auditor', title: 'ISO 22301 Lead Auditor', days: 5, exam: '3 heures' },
];

export const legalPages = [
  '/politique-confidentialite',
  '/conditions-utilisation',
  '/politique-cookies',
  '/mentions-legales',
];

/** What search engines may list: all but /resources and the portal. */
export const indexablePages = [
  '/',
  '/services',
  '/services/infrastructure',
  '/services/managed-services',
  '/services/cybersecurity',
  '/services/microsoft-cloud',
  '/formations',
  ...courses.map(({ path }) => path),
  '/why-us',
  '/partners',
  '/contact',
  '/free-audit',
  '/microsoft-plans',
  '/schedule-consultation',
  ...legalPages,
];

export const publicPages = [...indexablePages, '/resources'];

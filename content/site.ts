import type { Offers, Publisher, Site, Training } from './schema/site.ts';

/** The file that another company edits: company, office, and the copy of the shared layout. */
export const company: Site['company'] = {
  name: 'Rempart Azur',
  city: 'Nice',
  phone: '+33 4 65 71 00 06',
  phoneHref: 'tel:+33465710006',
  email: 'contact@rempart-azur.example',
  dpoEmail: 'dpo@rempart-azur.example',
};

export const office: Site['office'] = {
  city: company.city,
  address: 'Quartier de l’Arénas',
  postal: '06200',
  country: 'France',
  phone: company.phone,
  email: company.email,
  hours: 'Lundi – vendredi, 8h00 – 18h00 (CET)',
  hoursInProse: 'du lundi au vendredi, de 8 h 00 à 18 h 00 (CET)',
};

export const site: Site = {
  company,
  description:
    'Infrastructure, infogérance, cybersécurité, cloud Microsoft et formations préparant aux certifications PECB, pour les PME et les cabinets comptables, depuis Nice et la Côte d’Azur.',
  office,
  // For search engines: the office's hours once more, and where its quarter is.
  openingHours: [{ days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '08:00', closes: '18:00' }],
  coordinates: { latitude: 43.667, longitude: 7.214 },
  external: {
    schedule: 'https://calendly.com/rempart-azur/30min',
    network: 'https://www.linkedin.com/company/rempart-azur',
  },
  navigation: {
    home: { label: 'Accueil', to: '/' },
    services: {
      label: 'Services',
      items: [
        { label: 'Tous les services', to: '/services', text: 'Quatre métiers, leurs prix et comment choisir' },
        { label: 'Infrastructure', to: '/services/infrastructure', text: 'Réseau, serveurs, sauvegarde, postes' },
        { label: 'Services managés', to: '/services/managed-services', text: 'Infogérance, support 24/7, supervision' },
        { label: 'Cybersécurité', to: '/services/cybersecurity', text: 'Protéger, détecter, répondre, prouver' },
        { label: 'Cloud Microsoft', to: '/services/microsoft-cloud', text: 'Microsoft 365, Azure, Dynamics 365' },
        { label: 'Formations', to: '/formations', text: 'ISO, RGPD, risques : certifications PECB' },
      ],
    },
    portal: { label: 'Espace client', to: '/customer-portal' },
    links: [
      { label: 'Pourquoi Nous', to: '/why-us' },
      { label: 'Partenaires', to: '/partners' },
      { label: 'Contact', to: '/contact' },
    ],
    buttons: [
      { label: 'Prendre un RDV', to: 'schedule' },
      { label: 'Audit Gratuit', to: '/free-audit' },
    ],
  },
  footer: {
    services: {
      title: 'Services',
      links: [
        { label: 'Infrastructure', to: '/services/infrastructure' },
        { label: 'Services managés', to: '/services/managed-services' },
        { label: 'Cybersécurité', to: '/services/cybersecurity' },
        { label: 'Cloud Microsoft', to: '/services/microsoft-cloud' },
        { label: 'Formules Microsoft 365', to: '/microsoft-plans' },
        { label: 'Formations', to: '/formations' },
        { label: 'Montez votre mur', to: '/montez-votre-mur' },
      ],
    },
    company: {
      title: 'Entreprise',
      links: [
        { label: 'Pourquoi Nous', to: '/why-us' },
        { label: 'Partenaires', to: '/partners' },
        { label: 'Contact', to: '/contact' },
        { label: 'Audit gratuit', to: '/free-audit' },
        { label: 'Planifier une consultation', to: '/schedule-consultation' },
        { label: 'Vérifier un IBAN', to: '/verifier' },
        { label: 'Espace client', to: '/customer-portal' },
      ],
    },
    legal: [
      { label: 'Politique de confidentialité', to: '/politique-confidentialite' },
      { label: 'Conditions d’utilisation', to: '/conditions-utilisation' },
      { label: 'Politique de cookies', to: '/politique-cookies' },
      { label: 'Mentions légales', to: '/mentions-legales' },
    ],
    contactTitle: 'Nous joindre',
    network: `${company.name} sur LinkedIn`,
    copyright: `${company.name}. Tous droits réservés.`,
  },
  newsletter: {
    title: 'Notre lettre d’information',
    text: 'Les alertes de sécurité et les échéances réglementaires qui concernent les PME, expliquées sans jargon.',
    label: 'Votre adresse e-mail',
    placeholder: 'prenom@entreprise.fr',
    submit: 'S’inscrire',
    submitting: 'Inscription...', // product §4
    errors: {
      title: 'Erreur',
      empty: 'Veuillez entrer votre adresse email',
      malformed: 'Veuillez entrer une adresse email valide',
      unexpected: 'Une erreur est survenue. Veuillez réessayer.',
    },
    success: { title: 'Inscription réussie', description: 'Merci de votre inscription à notre newsletter.' },
    notice: {
      text: `Avec votre consentement, ${company.name} utilise votre adresse pour cette seule lettre. Désinscription à tout moment. Vos droits :`,
      link: { label: 'politique de confidentialité', to: '/politique-confidentialite' },
    },
    noScript: `L’inscription a besoin de JavaScript. Sans lui, écrivez-nous : ${company.email}.`,
  },
  replyPromise: 'Par écrit, réponse dans les 24 heures (jours ouvrés).',
  officeHours: {
    always:
      'Le bureau est ouvert du lundi au vendredi, de 8 h 00 à 18 h 00, heure de Nice ; pour les urgences de nos clients en services managés, le support répond 24/7.',
    now: 'Bureau %s. Il est %s à Nice ; pour les urgences de nos clients en services managés, le support répond 24/7.',
    states: {
      open: 'ouvert jusqu’à 18 h 00',
      today: 'fermé, ouverture à 8 h 00',
      tomorrow: 'fermé, réouverture demain à 8 h 00',
      monday: 'fermé, réouverture lundi à 8 h 00',
    },
  },
  incident: {
    question: 'Attaque en cours ?',
    link: { label: 'les cinq réflexes ↓', to: '/services/cybersecurity#urgence' },
    shortLabel: 'Réflexes',
  },
  actionBar: {
    call: 'Appeler',
    action: { label: 'Audit Gratuit', to: '/free-audit' },
    quote: { label: 'Demander un devis', to: '/contact' },
  },
  skipLink: 'Aller au contenu principal',
};

/**
 * Facts that only the company knows, as the law or a training buyer requires them. An `undefined` one is shown with the
 * honest wording of content/facts.ts. A server whose SITE_URL is https does not start while one that the law requires is
 * missing (`legalFacts` there), and names the others in a warning.
 */
export const publisher: Publisher = {
  legalForm: undefined,
  capital: undefined,
  registration: undefined,
  siret: undefined,
  vatNumber: undefined,
  director: undefined,
  hostName: undefined,
  hostAddress: undefined,
  hostPhone: undefined,
  backupDays: 30, // BACKUP_KEEP deletes them before
  trainingActivityNumber: undefined,
  qualiopi: { isHeld: false }, // or { isHeld: true, certifier: '…', validUntil: '2028-01-31' }
  partnerStatus: 'Partenaire Microsoft CSP ; formations préparant aux certifications de PECB',
  insurance: undefined, // { insurer: '…', address: '…', territory: '…' }
};

export const training: Training = {
  hoursPerDay: undefined, // 7
  accessDelayWeeks: undefined, // 4
  maxGroupSize: undefined, // 10
  trainers: undefined, // one sentence: who teaches, with which qualifications
  disabilityContact: undefined, // { name: '…', email: '…' }
  results: undefined, // { period: 'En 2026', trainees: 40, satisfiedPercent: 95, passedPercent: 85 }
};

export const offers: Offers = {
  freeAuditUntil: undefined, // '2026-12-31'
};

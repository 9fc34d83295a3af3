import { factCopy } from '../facts.ts';
import { links } from '../lists.ts';
import { site } from '../site.ts';

export const coursePage = {
  back: 'Retour au catalogue',
  print: {
    label: 'Imprimer le programme',
    text: 'Le programme complet tient sur une feuille A4, recto verso : à joindre à votre dossier.',
  },
  catalogue: 'Formations', // in the breadcrumb
  delivery: 'Présentiel / Distanciel', // product §2
  // product §2
  actions: links({ 'Demander un devis': '/contact', 'Planifier une session': '/schedule-consultation' }),
  summary: {
    label: 'Sur cette page',
    programme: 'Programme',
    audience: 'Public',
    certification: 'Certification',
    practical: 'Modalités',
  },
  panel: {
    title: 'La formation en bref',
    duration: 'Durée',
    exam: 'Examen',
    format: { label: 'Épreuve', text: 'QCM, le jour' },
    certificate: { label: 'Certificat', text: 'Valable 3 ans' },
    delivery: 'Format',
    price: { label: 'Tarif', text: 'Sur devis' },
    reply: { label: 'Réponse', text: '24 heures (jours ouvrés)' },
    updated: 'Mis à jour le',
  },
  headings: {
    why: 'Pourquoi suivre cette formation',
    objectives: 'Ce que vous saurez faire',
    programme: 'Le programme, jour par jour',
    audience: 'À qui s’adresse cette formation',
    prerequisites: 'Prérequis',
    certification: 'La certification',
    exam: 'L’examen',
    examDomains: 'Domaines de compétence évalués',
    practical: 'Modalités pratiques',
    related: 'Formations voisines',
    updated: 'Programme mis à jour le',
  },
  sheet: { day: 'Jour', morning: 'Matin', afternoon: 'Après-midi', signature: 'Émargement' },
  examFacts: {
    format: 'Questionnaire à choix multiples (QCM)',
    language: 'En français ou en anglais, selon les langues proposées par PECB à la date de la session',
    validity: 'Certification valable 3 ans, maintenue par la formation continue',
  },
  registration:
    'Certification privée de PECB, non enregistrée au RNCP ni au Répertoire spécifique à la date de mise à jour du programme.',
  certificate: {
    label: 'Présentation du certificat que délivre PECB :',
    issuer: 'PECB',
    heading: 'Certificat',
    statement: 'Il est certifié que',
    holder: 'vos prénom et nom',
    requirement: 'remplit les conditions du titre',
    issued: 'Date de délivrance',
    number: 'Numéro du certificat',
    validity: 'Valable 3 ans',
    caption: 'Présentation indicative. Le certificat est établi et délivré par PECB, auprès de qui il se vérifie.',
  },
  /** The answer is the days and hours of the course. */
  duration: {
    label: 'Durée et horaires',
    text: `${factCopy.training.hoursPerDay} Chaque journée comprend une matinée et un après-midi ; la convocation donne les heures exactes et, à distance, le fuseau horaire.`,
  },
  /** The terms that are compared first, each with its answer in a few words. */
  mainTerms: [
    {
      label: 'Lieu, format et groupe',
      answer: 'En présentiel ou à distance',
      text: `Dans vos locaux, dans une salle convenue au devis, ou en classe virtuelle avec le formateur en direct. Le programme et les ateliers ne changent pas ; l’examen à distance suit les modalités de PECB. ${factCopy.training.maxGroupSize}`,
    },
    {
      label: 'Conditions et délai d’accès',
      answer: 'Date fixée avec vous',
      text: `Un échange préalable permet de vérifier vos prérequis, votre projet et, à distance, votre équipement. La convention ou le contrat de formation signé confirme l’inscription. Nous répondons dans les 24 heures (jours ouvrés). Il n’y a pas de calendrier public ; s’il y a lieu, la date se fixe aussi avec votre financeur. ${factCopy.training.accessDelayWeeks}`,
    },
    {
      label: 'Tarif',
      answer: 'Sur devis',
      text: 'Selon le nombre de participants, le lieu et le format. Le devis indique ce qui est compris ou non : supports, frais d’examen et de certification, conditions d’une seconde tentative, frais annuels que PECB demande pour maintenir le titre.',
    },
  ],
  terms: [
    { label: 'Formateurs', text: factCopy.training.trainers },
    {
      label: 'Indicateurs de résultats',
      text: `${factCopy.training.results} Nous mesurons la satisfaction des participants et la réussite à l’examen, toutes formations confondues.`,
    },
    {
      label: 'Accessibilité et handicap',
      text: `Signalez-nous vos besoins dès le premier échange : nous étudions avec vous l’accès aux locaux, le rythme et les supports, et transmettons à PECB les demandes d’aménagement de l’examen. Si une adaptation nous est impossible, nous vous orientons vers un interlocuteur compétent. ${factCopy.training.disabilityContact}`,
    },
    {
      label: 'Suivi et attestation',
      text: 'La présence est relevée par demi-journée. Vous recevez une attestation de fin de formation, votre employeur un certificat de réalisation. Un questionnaire recueille votre avis.',
    },
    {
      label: 'Règlement et réclamations',
      text: 'Le règlement intérieur vous est remis avant l’inscription définitive, avec le programme. Une réclamation s’adresse par écrit au contact ci-dessous ; nous y répondons par écrit.',
    },
  ],
  /** Followed by the email address and the phone number. */
  contact: {
    label: 'Contact',
    text: `Pour toute question sur un programme, une inscription ou un aménagement, ${site.office.hoursInProse} :`,
  },
  labels: {
    method: 'Méthodes mobilisées',
    assessment: 'Modalités d’évaluation',
  },
  closing: {
    title: 'Organisons votre session',
    text: 'Dites-nous qui vous souhaitez former, dans quel délai et sous quelle forme. Nous vérifions avec vous que ce programme est le bon et vous adressons une proposition écrite, dates comprises.',
    actions: links({ 'Demander un devis': '/contact', 'Planifier une session': '/schedule-consultation' }),
  },
};
export type CoursePage = typeof coursePage;

import type { CoursePage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const coursePage: CoursePage = {
  back: 'Retour au catalogue',
  print: {
    label: 'Imprimer le programme',
    text: 'Le programme complet tient sur une feuille A4, recto verso : à joindre à votre demande de financement.',
  },
  catalogue: 'Formations',
  delivery: 'Présentiel / Distanciel', // product §2
  // product §2
  actions: [
    { label: 'Demander un devis', to: '/contact' },
    { label: 'Planifier une session', to: '/schedule-consultation' },
  ],
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
    reply: { label: 'Réponse', text: 'Dans les 24 heures' },
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
    format: 'Questionnaire à choix multiples (QCM), le dernier jour de la formation',
    language: 'En français ou en anglais, selon les langues proposées par PECB à la date de la session',
    validity: 'Certification valable 3 ans, maintenue par la formation continue',
  },
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
  practical: [
    {
      label: 'Lieu et format',
      text: 'En présentiel, dans vos locaux ou dans une salle convenue au devis ; à distance, en classe virtuelle avec le formateur en direct. Le programme et les ateliers ne changent pas. L’examen à distance suit les modalités de PECB.',
    },
    {
      label: 'Horaires',
      text: 'Chaque journée comprend une matinée et un après-midi. Les heures exactes, avec le fuseau horaire pour les sessions à distance, figurent sur la convocation.',
    },
    {
      label: 'Conditions d’accès',
      text: 'Un échange préalable permet de vérifier vos prérequis, votre projet et, pour le distanciel, votre équipement. L’inscription est confirmée par la convention ou le contrat de formation signé.',
    },
    {
      label: 'Délai d’accès',
      text: 'Nous répondons à votre demande dans les 24 heures. La date est fixée avec vous selon le calendrier des sessions et, s’il y a lieu, le délai d’accord de votre financeur ; elle est inscrite au devis.',
    },
    {
      label: 'Tarif',
      text: 'Sur devis, selon le nombre de participants, le lieu et le format. Le devis détaille ce qui est compris : formation, supports, frais d’examen et de certification.',
    },
    {
      label: 'Accessibilité aux personnes en situation de handicap',
      text: 'Signalez-nous vos besoins dès le premier échange : nous étudions avec vous l’accès aux locaux, l’adaptation du rythme et des supports, et nous transmettons à PECB les demandes d’aménagement de l’examen. Si une adaptation nous est impossible, nous vous orientons vers un interlocuteur compétent.',
    },
    {
      label: 'Suivi et attestation',
      text: 'La présence est relevée par demi-journée. Vous recevez une attestation de fin de formation, votre employeur un certificat de réalisation. Un questionnaire recueille votre avis. La certification, elle, est délivrée par PECB.',
    },
  ],
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
    actions: [
      { label: 'Demander un devis', to: '/contact' },
      { label: 'Planifier une session', to: '/schedule-consultation' },
    ],
  },
};

import { holdMinutes } from '#contract/appointments.ts';
import type { AppointmentCopy, AppointmentMailData } from './appointment-english.ts';

const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: 'Europe/Paris' });
const times = new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone: 'Europe/Paris' });

const lines = ({ kind, at, minutes, meeting, host }: AppointmentMailData) => [
  `${kind} : ${at}, ${minutes} minutes.`,
  `Forme du rendez-vous : ${meeting}${host === undefined ? '' : `, avec ${host}`}.`,
];
const change = 'Le bouton ci-dessus permet de déplacer ou d’annuler le rendez-vous.';

export const appointmentFrench: AppointmentCopy = {
  // As content/pages/consultation.ts calls them.
  kinds: {
    infrastructure: 'Évaluation de l’infrastructure informatique',
    cybersecurity: 'Cybersécurité',
    microsoft365: 'Migration vers Microsoft 365',
    managed: 'Services managés (infogérance)',
    general: 'Informatique générale',
  },
  meetings: { video: 'visioconférence', phone: 'téléphone', onsite: 'sur site' },
  moment: (at) => `${dates.format(at)} à ${times.format(at).replace(':', ' h ')} (heure de Paris)`,
  summary: (kind, company) => `${kind} – ${company}`,
  manage: (link) => `Déplacer ou annuler : ${link}`,
  contents: {
    confirm: (data) => ({
      subject: `Confirmez votre rendez-vous – ${data.company}`,
      preview: `Le créneau vous est réservé pendant ${holdMinutes} minutes.`,
      title: 'Confirmez votre rendez-vous',
      paragraphs: [
        ...lines(data),
        `Le créneau vous est réservé pendant ${holdMinutes} minutes. Il est à vous dès que vous l’avez confirmé.`,
      ],
      button: { label: 'Confirmer le rendez-vous', link: data.link },
      after: ['Si vous n’avez pas demandé de rendez-vous, il n’y a rien à faire : le créneau redevient libre.'],
    }),
    booked: (data) => ({
      subject: `Votre rendez-vous est confirmé – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous est confirmé',
      paragraphs: [...lines(data), 'L’invitation pour votre agenda est jointe à ce message.'],
      button: { label: 'Gérer le rendez-vous', link: data.link },
      after: [change],
    }),
    rescheduled: (data) => ({
      subject: `Votre rendez-vous est déplacé – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous est déplacé',
      paragraphs: [...lines(data), 'L’invitation jointe remplace la précédente dans votre agenda.'],
      button: { label: 'Gérer le rendez-vous', link: data.link },
      after: [change],
    }),
    cancelled: (data) => ({
      subject: `Votre rendez-vous est annulé – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous est annulé',
      paragraphs: [...lines(data), 'Il n’a pas lieu. Le fichier joint le retire de votre agenda.'],
      button: { label: 'Choisir un autre créneau', link: data.newLink },
      after: [],
    }),
    reminder: (data) => ({
      subject: `Rappel de votre rendez-vous – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous approche',
      paragraphs: lines(data),
      button: { label: 'Gérer le rendez-vous', link: data.link },
      after: [change],
    }),
  },
};

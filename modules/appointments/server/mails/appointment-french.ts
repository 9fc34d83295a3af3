import { holdMinutes } from '#contract/appointments.ts';
import type { MailContent } from '#api/mail/mail.ts';
import type { AppointmentCopy, AppointmentMailData, AppointmentNoticeData, NoticeCopy } from './appointment-english.ts';
import { consultationFrench } from '#api/mail/templates/consultation-french.ts';

const rows = ({ kind, minutes, meeting, host }: AppointmentMailData) => [
  { label: 'Sujet', value: kind },
  { label: 'Durée', value: `${minutes}\u00a0minutes` },
  { label: 'Forme', value: meeting },
  ...(host === undefined ? [] : [{ label: 'Avec', value: host }]),
];
const change = 'Le bouton ci-dessus permet de déplacer ou d’annuler le rendez-vous.';

export const appointmentFrench: AppointmentCopy = {
  ...consultationFrench,
  manage: (link) => `Déplacer ou annuler : ${link}`,
  automatic: (company) => `Ce message a été envoyé automatiquement, au sujet de votre rendez-vous avec ${company}.`,
  contents: {
    confirm: (data) => ({
      subject: `Confirmez votre rendez-vous – ${data.company}`,
      preview: `Le créneau vous est réservé pendant ${holdMinutes} minutes.`,
      title: 'Confirmez votre rendez-vous',
      fact: data.fact,
      paragraphs: [
        `Le créneau vous est réservé pendant ${holdMinutes} minutes. Il est à vous dès que vous l’avez confirmé.`,
      ],
      rows: rows(data),
      button: { label: 'Confirmer le rendez-vous', link: data.link },
      after: ['Si vous n’avez pas demandé de rendez-vous, il n’y a rien à faire : le créneau redevient libre.'],
    }),
    booked: (data) => ({
      subject: `Votre rendez-vous est confirmé – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous est confirmé',
      fact: data.fact,
      paragraphs: ['L’invitation pour votre agenda est jointe à ce message.'],
      rows: rows(data),
      button: { label: 'Gérer le rendez-vous', link: data.link },
      after: [change],
    }),
    rescheduled: (data) => ({
      subject: `Votre rendez-vous est déplacé – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous est déplacé',
      fact: data.fact,
      paragraphs: ['L’invitation jointe remplace la précédente dans votre agenda.'],
      rows: rows(data),
      button: { label: 'Gérer le rendez-vous', link: data.link },
      after: [change],
    }),
    cancelled: (data) => ({
      subject: `Votre rendez-vous est annulé – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous est annulé',
      fact: { ...data.fact, isOver: true },
      paragraphs: ['Il n’a pas lieu. Le fichier joint le retire de votre agenda.'],
      rows: rows(data),
      button: { label: 'Choisir un autre créneau', link: data.newLink },
      after: [],
    }),
    reminder: (data) => ({
      subject: `Rappel de votre rendez-vous – ${data.company}`,
      preview: data.at,
      title: 'Votre rendez-vous approche',
      fact: data.fact,
      paragraphs: [],
      rows: rows(data),
      button: { label: 'Gérer le rendez-vous', link: data.link },
      after: [change],
    }),
  },
};

const describe = ({ kind, minutes, meeting, before, guest, guestCompany, email, phone }: AppointmentNoticeData) => [
  ...(before === undefined ? [] : [{ label: 'Auparavant', value: before }]),
  { label: 'Sujet', value: kind },
  { label: 'Durée', value: `${minutes}\u00a0minutes` },
  { label: 'Forme', value: meeting },
  { label: 'Avec', value: `${guest}${guestCompany === '' ? '' : `, ${guestCompany}`}` },
  { label: 'E-mail', value: email },
  ...(phone === '' ? [] : [{ label: 'Téléphone', value: phone }]),
];
const notice = (data: AppointmentNoticeData, title: string, more: string[], isOver = false): MailContent => ({
  subject: `${title} : ${data.guest}`,
  preview: data.at,
  title,
  fact: { ...data.fact, isOver },
  paragraphs: more,
  rows: describe(data),
  messages: data.additionalInfo === '' ? [] : [{ heading: 'Message du visiteur', body: data.additionalInfo }],
  button: { label: 'Ouvrir les rendez-vous', link: data.link },
  after: [],
  automatic: `Vous recevez ce message parce que vous proposez des rendez-vous chez ${data.company}.`,
});

export const noticeFrench: NoticeCopy = {
  notices: {
    booked: (data) => notice(data, 'Nouveau rendez-vous', ['L’invitation pour votre agenda est jointe à ce message.']),
    rescheduled: (data) =>
      notice(data, 'Rendez-vous déplacé', ['L’invitation jointe remplace la précédente dans votre agenda.']),
    cancelled: (data) =>
      notice(
        data,
        data.isLost ? 'Rendez-vous repris par un collègue' : 'Rendez-vous annulé',
        [
          ...(data.isLost ? ['Il a été déplacé, et un collègue s’en charge.'] : []),
          'Le fichier joint le retire de votre agenda.',
        ],
        true,
      ),
  },
};

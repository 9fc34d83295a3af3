import { officeTimeZone } from '#contract/ticket-states.ts';
import { formatSize } from './format-size.ts';
import { frenchTime } from './french-dates.ts';
import type { TicketCopy } from './ticket-english.ts';

const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: officeTimeZone });

export const ticketFrench: TicketCopy = {
  moment: (at) => {
    const date = new Date(at);
    return `${dates.format(date)} à ${frenchTime(date)} (heure de Nice)`;
  },
  status: {
    open: 'Ouvert',
    in_progress: 'En cours',
    waiting_customer: 'En attente de votre réponse',
    resolved: 'Résolu',
    closed: 'Fermé',
  },
  title: {
    received: 'Nous avons bien reçu votre ticket',
    reply: 'Une nouvelle réponse à votre ticket',
    status: 'Le statut de votre ticket a changé',
    assigned: 'Votre ticket est pris en charge',
    watching: 'Vous suivez un ticket',
    overdue: 'Une réponse est en retard',
    mentioned: 'Une note vous mentionne',
  },
  staffTitle: {
    received: 'Nouveau ticket',
    reply: 'Le client a répondu',
    status: 'Le client a changé le statut',
    assigned: 'Un ticket vous est attribué',
    watching: 'Vous suivez un ticket',
    overdue: 'Une réponse est en retard',
    mentioned: 'Une note vous mentionne',
  },
  opened: {
    title: 'Un ticket a été ouvert pour vous',
    forYou: (name) => `Ouvert pour vous par ${name}. Vous pouvez le suivre et y répondre.`,
    by: (name) => `Ouvert par ${name}`,
  },
  merged: {
    title: 'Votre ticket a été fusionné avec un autre',
    into: (ticket) => `Nous l’avons fermé comme doublon. La conversation se poursuit dans ${ticket}.`,
    elsewhere: 'Nous l’avons fermé comme doublon. Nous poursuivons dans un autre ticket de votre entreprise.',
    open: 'Ouvrir l’autre ticket',
  },
  dueSoon: 'Une réponse est attendue sous peu',
  resolution: {
    dueSoon: 'Une résolution est attendue sous peu',
    overdue: 'Une résolution est en retard',
    dueBy: (moment) => `Ticket à résoudre au plus tard le ${moment}.`,
    wasDue: (moment) => `La résolution était attendue au plus tard le ${moment}.`,
  },
  ticket: (number, subject) => `${number} : ${subject}`,
  of: (customer) => `Client : ${customer}`,
  somebody: { customer: 'Un utilisateur', staff: 'Notre support', system: 'Notre système' },
  unverified: (address) => `E-mail de ${address}, expéditeur non vérifié`,
  dueBy: (moment) => `Réponse attendue au plus tard le ${moment}.`,
  answer: (at) => ({
    value: `${dates.format(at)}\n${frenchTime(at)}`,
    note: 'Vous aurez notre réponse d’ici là (heure de Nice).',
  }),
  wasDue: (moment) => `La réponse était attendue au plus tard le ${moment}.`,
  waitingForCustomer: 'En attente du client',
  statusIs: (status) => `Statut : ${status}`,
  assignedTo: (name) => (name === null ? 'Le ticket est pris en charge.' : `Le ticket est pris en charge par ${name}.`),
  watching:
    'Un collègue vous a donné accès à ce ticket : vous pouvez le lire, y répondre et recevoir des e-mails à son sujet.',
  mentioned: 'Un collègue vous mentionne dans une note interne : lisez-la sur la page du ticket.',
  wrote: (name, moment) => `${name}, ${moment}`,
  files: (count) =>
    count === 1 ? 'Fichier joint, sur la page du ticket :' : 'Fichiers joints, sur la page du ticket :',
  file: (name, bytes) => `${name} (${formatSize('fr-FR', bytes)})`,
  earlier: (count) =>
    count === 1
      ? 'Un message plus ancien se trouve sur la page du ticket.'
      : `${count} messages plus anciens se trouvent sur la page du ticket.`,
  more: (lines) =>
    `${lines === 1 ? 'Encore une ligne' : `Encore ${lines} lignes`}\u00a0: tout lire sur la page du ticket`,
  open: 'Ouvrir le ticket',
  rate: 'Comment était notre aide ?',
  ratings: { good: 'Bien', okay: 'Moyen', bad: 'Mauvais' },
  rates: 'Chaque réponse ouvre une page où vous la confirmez, sans vous connecter.',
  works: 'Cela fonctionne, merci',
  broken: 'Le problème persiste',
  asks: {
    question: 'Est-ce que cela fonctionne ?',
    note: 'Chaque réponse ouvre la page du ticket, où vous la confirmez. Sans réponse, le ticket est fermé après sept jours.',
  },
  canReply: 'Vous pouvez répondre à cet e-mail : votre réponse est ajoutée au ticket.',
  cannotReply: 'Répondez sur la page du ticket : les réponses à cet e-mail n’y parviennent pas.',
  preferences: (link) => `Choisir les e-mails que vous recevez au sujet des tickets : ${link}`,
  digest: {
    subject: 'Les nouveautés de vos tickets',
    title: 'Les nouveautés de vos tickets',
    preview: (count) => (count === 1 ? 'Un ticket a changé.' : `${count} tickets ont changé.`),
    intro: 'Voici ce qui s’est passé depuis le dernier résumé.',
    ticket: (ticket, customer) => `${ticket} (${customer})`,
    button: 'Ouvrir les tickets',
  },
};

import { plural } from '../../plural.ts';
import { company } from '../../site.ts';
import type { ConversationCopy, TicketPageCopy } from '../en/conversation.ts';
import { files } from './files.ts';
import { loadState } from './phrases.ts';

const targets = (response: string, resolution?: string) =>
  `Première réponse sous ${response}${resolution === undefined ? '' : ` et résolution sous ${resolution}`}`;

/** What a ticket's conversation says in the portal; content/desk/fr/conversation.ts is the desk's. */
export const conversation: ConversationCopy = {
  thread: {
    title: 'Conversation',
    earlier: {
      show: 'Afficher les messages précédents',
      loading: 'Chargement…',
      failed: 'Ils n’ont pas pu être chargés. Réessayez.',
    },
    newerFailed: 'Les nouveaux messages n’ont pas pu être chargés.',
    retry: 'Réessayer',
    newMessage: (name) => `Nouveau message de ${name}`,
    names: { you: 'Vous', customer: 'Un ancien utilisateur', staff: company.name, system: company.name },
    roles: { staff: company.name, system: company.name },
    byMail: 'Par e-mail',
    unverified: 'Par e-mail, expéditeur non vérifié',
    newTab: 'nouvel onglet',
    withdrawn: 'Message retiré',
    showAll: 'Tout afficher',
    showLess: 'Réduire',
    atOffice: (here, there) => `${here} (${there} à ${company.city})`,
  },
  events: {
    names: { you: 'Vous', customer: 'Un ancien utilisateur', staff: 'Notre équipe', system: 'Notre équipe' },
    aFormerUser: 'un ancien utilisateur',
    otherTicket: 'un autre ticket',
    closedBySilence: 'Fermé automatiquement après 7 jours sans réponse',
    nowStatus: (status) => `Nouveau statut : ${status}`,
    statusChanged: (actor, status) => `${actor} : nouveau statut « ${status} »`,
    reopened: (actor) => `${actor} : ticket rouvert`,
    assigned: (person) => `${person} s’occupe de ce ticket`,
    unassigned: 'Ce ticket n’est attribué à personne de notre équipe pour le moment',
    respondedOutsideHours: 'Première réponse hors heures d’ouverture, dans le délai',
    respondedInTime: 'Première réponse, dans le délai',
    respondedInTimeAfter: (duration) => `Première réponse après ${duration}, dans le délai`,
    respondedLate: 'Première réponse, hors délai',
    respondedLateAfter: (duration) => `Première réponse après ${duration}, hors délai`,
    responseMissed: 'Nous n’avons pas répondu dans le délai',
    resolutionMissed: 'Nous n’avons pas résolu le problème dans le délai',
    rated: (rating) => `Notre aide a été évaluée : ${rating}`,
    ratings: { good: 'Bien', okay: 'Moyen', bad: 'Mauvais' },
    watcherAdded: (actor, person) => `${actor} : ${person} suit désormais le ticket`,
    watcherRemoved: (actor, person) => `${actor} : ${person} ne suit plus le ticket`,
    mergedInto: (ticket) => ['Fusionné dans ', ticket],
    mergedFrom: (ticket) => [ticket, ' a été fusionné dans ce ticket'],
    followed: (ticket) => ['Suite dans ', ticket],
    priorities: { low: 'Basse', medium: 'Moyenne', high: 'Haute', urgent: 'Urgente' },
    priorityChanged: (actor, priority) => `${actor} : nouvelle priorité « ${priority} »`,
    subjectChanged: (actor, subject) => `${actor} : objet modifié, auparavant « ${subject} »`,
    customerChanged: (actor) => `${actor} : ticket rattaché à votre entreprise`,
    withdrawn: (actor) => `${actor} : message retiré`,
    unknown: (event) => `Modification : ${event}`,
  },
  files,
  composer: {
    sending: 'Envoi…',
    missing: 'Écrivez un message.',
    tooLong: (max, length) => `${max} caractères au plus : il y en a ${length}.`,
    notSent: (reason) => `Votre réponse n’a pas été envoyée. ${reason}`,
    alreadySent:
      'Un envoi précédent a abouti : votre texte est dans la conversation. N’envoyez à nouveau que pour en ajouter un autre.',
    changed: 'Ce ticket a changé entre-temps. Voici son état actuel.',
    merged: (ticket) => ['Ce ticket a été fusionné dans ', ticket, '. Votre réponse y sera ajoutée.'],
  },
  people: {
    title: 'Personnes',
    openedFor: 'Ouvert pour',
    you: '(vous)',
    watching: 'Suivent le ticket',
    nobodyElse: 'Personne d’autre pour le moment.',
    remove: 'Retirer',
    removed: (name) => `${name} ne suit plus ce ticket.`,
    added: (email) => `${email} suit désormais ce ticket.`,
    add: 'Ajouter',
    addLabel: 'Ajouter un collègue',
    invalidEmail: 'Saisissez l’adresse e-mail d’un collègue.',
  },
  related: {
    title: 'Tickets liés',
    invoice: 'Facture',
    follows: 'Fait suite à',
    followedBy: 'Suite dans',
    mergedInto: 'Fusionné dans',
    mergedFrom: 'Doublons',
  },
};

/** The page of a ticket in the portal. */
export const ticketPage: TicketPageCopy = {
  load: loadState('du ticket', 'ce ticket'),
  notFound: {
    title: 'Ticket introuvable',
    description:
      'Ce ticket n’existe pas, ou vous ne pouvez pas le voir. Si un collègue vous a envoyé ce lien, il peut vous ajouter aux personnes qui suivent le ticket.',
  },
  about: 'À propos de ce ticket',
  status: 'Statut',
  priority: 'Priorité',
  copyNumber: 'Copier le numéro du ticket',
  goToReply: 'Aller à la réponse',
  opened: {
    ourTeam: 'notre équipe',
    forYou: (name) => `Ouvert pour vous par ${name}.`,
    forSomebody: (person, name) => `Ouvert pour ${person} par ${name}.`,
    by: (name) => `Ouvert par ${name}.`,
    fromMail: (sender) => `Le texte vient d’un e-mail de ${sender}, expéditeur non vérifié.`,
  },
  changes: {
    failed: 'Rien n’a été modifié',
    solved: {
      label: 'Problème résolu de notre côté',
      done: { title: 'Ticket fermé', description: 'Si le problème revient, répondez ici dans les 14 jours.' },
    },
    urgent: {
      label: 'C’est devenu urgent',
      done: { title: 'Le ticket est maintenant urgent', description: 'Notre équipe est prévenue aussitôt.' },
    },
  },
  sla: {
    none: 'Ce ticket n’a pas de délai de réponse fixe.',
    at: (moment) => `${moment} (${company.city})`,
    due: (at) => `Réponse attendue au plus tard le ${at}`,
    kept: (at) => `Réponse donnée dans le délai, le ${at}`,
    late: (at, due) =>
      `Réponse donnée hors délai, le ${at}. Elle était attendue au plus tard le ${due}. Nous en sommes désolés.`,
    missed: (due) =>
      `Notre réponse était attendue au plus tard le ${due}. Nous n’avons pas tenu ce délai, et nous en sommes désolés.`,
    paused: 'Nous attendons votre réponse. Jusque-là, notre délai est suspendu.',
    hours: plural({ one: () => 'une heure', other: (count) => `${count} heures` }),
    terms: {
      office: (response, resolution) =>
        `${targets(response, resolution)}, en heures ouvrées (du lundi au vendredi, de 8 h 00 à 18 h 00 à ${company.city}).`,
      continuous: (response, resolution) => `${targets(response, resolution)}, jour et nuit.`,
    },
    resolutionDue: (due) => `Résolution attendue au plus tard le ${due}.`,
    resolutionMissed: (due) =>
      `La résolution était attendue au plus tard le ${due}. Nous n’avons pas tenu ce délai, et nous en sommes désolés.`,
  },
  rating: {
    title: 'Comment était notre aide ?',
    choices: { good: 'Bien', okay: 'Moyen', bad: 'Mauvais' },
    thanks: 'Merci. Vous pouvez changer votre réponse pendant deux semaines après la résolution.',
    comment: 'Quelque chose à ajouter ? (facultatif)',
    send: 'Envoyer le commentaire',
    sent: 'Votre commentaire a été envoyé.',
  },
  reply: {
    titles: {
      reply: 'Répondre',
      answer: 'Est-ce que cela fonctionne ?',
      reopen: 'Répondre et rouvrir',
      follow_up: 'Ouvrir un nouveau ticket',
      merged: 'Répondre',
    },
    submit: {
      reply: 'Envoyer la réponse',
      works: 'Cela fonctionne, merci',
      broken: 'Le problème persiste',
      reopen: 'Envoyer et rouvrir',
      follow_up: 'Ouvrir le nouveau ticket',
      merged: 'Envoyer la réponse',
    },
    sent: {
      reply: 'Votre réponse a été envoyée.',
      works: 'Merci de nous l’avoir dit. Le ticket est fermé.',
      broken: 'Le ticket est à nouveau ouvert.',
      reopen: 'Le ticket est à nouveau ouvert.',
    },
    keys: 'ou Ctrl + Entrée (⌘ + Entrée)',
    label: 'Votre message',
    answerLabel: 'Quelque chose à ajouter ? (facultatif)',
    hint: 'Les listes (-), les citations (>), le `code` et les liens sont mis en forme.',
    resolved: plural({
      one: (days) =>
        `Nous pensons que le problème est résolu. Sans réponse de votre part, le ticket sera fermé après ${days} jour.`,
      other: (days) =>
        `Nous pensons que le problème est résolu. Sans réponse de votre part, le ticket sera fermé après ${days} jours.`,
    }),
    closed: 'Ce ticket est fermé. Votre réponse le rouvre.',
    closedUntil: (day) => `Ce ticket est fermé. Jusqu’au ${day}, votre réponse le rouvre.`,
    days: plural({ one: (count) => `${count} jour`, other: (count) => `${count} jours` }),
    closedForLong: (days, ticketNumber) =>
      `Ce ticket est fermé depuis plus de ${days}. Votre message ouvre un nouveau ticket qui fait suite à ${ticketNumber}, avec les mêmes personnes.`,
    waiting: 'Nous attendons votre réponse.',
    followUp: {
      title: 'Nouveau ticket ouvert',
      description: (created, before) => `${created} fait suite à ${before}.`,
    },
    elsewhere: { title: 'Réponse envoyée', description: (ticketNumber) => `Elle a été ajoutée à ${ticketNumber}.` },
  },
  people: {
    openedBy: 'Ouvert par',
    assignee: `Chez ${company.name}`,
    notAssigned: 'Pas encore attribué',
    stop: 'Ne plus suivre',
    confirmStop: 'Vous ne verrez plus ce ticket. Appuyez à nouveau sur le bouton si c’est ce que vous voulez.',
    stopped: 'Vous ne suivez plus ce ticket.',
    noLongerSeen: 'Vous ne voyez plus ce ticket',
    placeholder: 'Adresse e-mail',
  },
};

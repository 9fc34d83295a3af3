import type { ConversationCopy } from '../../portal/en/conversation.ts';
import { files } from '../../portal/fr/files.ts';
import { statuses } from './statuses.ts';

const names = {
  you: 'Vous',
  customer: 'Un compte supprimé',
  staff: 'Un ancien collègue',
  system: 'Le système',
};

/** The conversation of a ticket, as the portal has it in English. */
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
    names,
    roles: { customer: 'Client', staff: 'Équipe', system: 'Équipe' },
    byMail: 'par e-mail',
    unverified: 'par e-mail, expéditeur non vérifié',
    newTab: 'nouvel onglet',
    withdrawn: 'Message retiré',
    showAll: 'Tout afficher',
    showLess: 'Réduire',
    // Staff work by the office's clock.
    atOffice: (here) => here,
  },
  events: {
    names,
    aFormerUser: names.customer,
    otherTicket: 'un autre ticket',
    closedBySilence: 'Clos sans nouvelle du client',
    nowStatus: (status) => `${names.system} : statut « ${status} »`,
    statusChanged: (actor, status) => `${actor} : statut « ${status} »`,
    reopened: (actor) => `${actor} : ticket rouvert`,
    assigned: (person) => `Attribué à ${person}`,
    unassigned: 'N’est plus attribué',
    respondedOutsideHours: 'Première réponse hors heures d’ouverture, dans le délai',
    respondedInTime: 'Première réponse dans le délai',
    respondedInTimeAfter: (duration) => `Première réponse après ${duration}, dans le délai`,
    respondedLate: 'Première réponse hors délai',
    respondedLateAfter: (duration) => `Première réponse après ${duration}, hors délai`,
    responseMissed: 'Délai de première réponse dépassé',
    resolutionMissed: 'Délai de résolution dépassé',
    rated: (rating: string) => `Note du client : ${rating}`,
    ratings: { good: 'Bien', okay: 'Moyen', bad: 'Mauvais' },
    watcherAdded: (actor, person) => `${actor} : ${person} suit le ticket`,
    watcherRemoved: (actor, person) => `${actor} : ${person} ne suit plus le ticket`,
    mergedInto: (other) => ['Fusionné dans ', other],
    mergedFrom: (other) => [other, ' a été fusionné dans ce ticket'],
    followed: (other) => ['Suivi par ', other],
    priorities: statuses.priorities,
    priorityChanged: (actor, priority) => `${actor} : priorité « ${priority} »`,
    subjectChanged: (actor, subject) => `${actor} : objet modifié, auparavant « ${subject} »`,
    customerChanged: (actor) => `${actor} : ticket confié à ce client`,
    withdrawn: (actor) => `${actor} : message retiré`,
    unknown: (event) => `Modification : ${event}`,
  },
  files,
  composer: {
    sending: 'Envoi…',
    missing: 'Écrivez un texte.',
    tooLong: (max, length) => `${max} caractères au plus : il y en a ${length}.`,
    notSent: (reason) =>
      `L’envoi n’est pas confirmé : votre texte est gardé, et un nouvel envoi ne le double pas. ${reason}`,
    alreadySent:
      'Un envoi précédent a abouti : il est dans la conversation. Envoyez à nouveau seulement pour ajouter ce texte.',
    changed: 'Rien n’a été envoyé : le ticket a changé pendant votre rédaction.',
    merged: (other) => ['Ce ticket est un doublon de ', other, ' : la conversation continue là-bas.'],
  },
  people: {
    title: 'Personnes',
    openedFor: 'Ouvert pour',
    you: '(vous)',
    watching: 'Suivent le ticket',
    nobodyElse: 'Personne d’autre.',
    remove: 'Retirer',
    removed: (name) => `${name} ne suit plus ce ticket.`,
    added: (email) => `${email} suit ce ticket.`,
    add: 'Ajouter',
    addLabel: 'E-mail d’une personne du client',
    invalidEmail: 'Écrivez une adresse complète, comme nom@entreprise.fr.',
  },
  related: {
    title: 'Tickets liés',
    invoice: 'Facture',
    follows: 'Fait suite à',
    followedBy: 'Suivi par',
    mergedInto: 'Fusionné dans',
    mergedFrom: 'Doublons',
  },
};

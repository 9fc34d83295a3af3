import type { FiguresCopy, TicketsCopy } from '../en/tickets.ts';
import { list } from './phrases.ts';

/** The list of tickets. */
export const tickets: TicketsCopy = {
  ...list('tickets de support', 'Aucun ticket de support trouvé.'),
  fileName: 'tickets',
  title: 'Tickets de support',
  searchHint: 'Numéro, objet ou date',
  defaultSortLabel: 'Ouverture',
  columns: {
    ticketNumber: 'Ticket',
    subject: 'Objet',
    priority: 'Priorité',
    status: 'Statut',
    createdAt: 'Ouvert le',
  },
  copyNumber: 'Copier le numéro du ticket',
  you: 'Vous',
  newReply: 'Nouvelle réponse',
  updated: (moment) => `Mis à jour le ${moment}`,
  statuses: {
    open: 'Ouvert',
    in_progress: 'En cours',
    waiting_customer: 'En attente de votre réponse',
    resolved: 'Résolu',
    closed: 'Fermé',
  },
  priorities: { low: 'Basse', medium: 'Moyenne', high: 'Haute', urgent: 'Urgente' },
  invitation: 'Un problème, une question ? Écrivez-nous, et notre équipe s’en occupe.',
  createFirst: 'Ouvrir votre premier ticket',
  create: {
    open: 'Nouveau ticket',
    title: 'Ouvrir un ticket de support',
    description: 'Décrivez votre problème, et nous vous aiderons à le résoudre.',
    subject: 'Objet',
    subjectPlaceholder: 'Votre problème en quelques mots',
    priority: 'Priorité',
    text: 'Description',
    requestedFor: 'Pour un collègue',
    forMyself: 'Non, pour moi',
    submit: 'Ouvrir le ticket',
    busy: 'Ouverture…',
    missing: { title: 'Informations manquantes', description: 'Remplissez l’objet et la description.' },
    failed: { title: 'Erreur', description: 'Le ticket n’a pas pu être ouvert. Réessayez.' },
    created: { title: 'Ticket ouvert', description: 'Votre ticket de support a bien été ouvert.' },
    show: 'Afficher le ticket',
    alreadyCreated:
      'Un envoi précédent a abouti : votre ticket est dans la liste. N’envoyez à nouveau que pour en ouvrir un autre.',
    filesGone: 'Rien n’a été envoyé : nous n’avons plus les fichiers. Joignez-les à nouveau.',
    otherCompany: 'Vous avez changé d’entreprise. Rechargez la page.',
    noSubject: 'Saisissez un objet.',
    noText: 'Décrivez votre problème.',
    subjectTooLong: (max) => `${max} caractères au plus.`,
    textTooLong: (max, length) => `${max} caractères au plus : il y en a ${length}.`,
  },
};

/** How the SLA targets were met. */
export const figures: FiguresCopy = {
  title: 'Nos premières réponses, par mois',
  chart:
    'Premières réponses dans le délai et hors délai, pour chacun des 12 derniers mois. Le tableau ci-dessous donne les chiffres.',
  caption: 'Premières réponses par mois',
  show: 'Afficher les chiffres',
  hide: 'Masquer les chiffres',
  month: 'Mois',
  promised: 'Attendues',
  kept: 'Dans le délai',
  missed: 'Hors délai',
  brick: (count) => `1 brique : ${count} réponses`,
  median: 'Délai médian de première réponse',
  average: 'Délai moyen, en heures ouvrées',
  none: '–',
};

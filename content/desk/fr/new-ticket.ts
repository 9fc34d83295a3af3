import { plural } from '../../plural.ts';

/** The dialog in which staff open a ticket for a customer. Loaded when it is opened. */
export const newTicket = {
  chooseCustomer: 'Choisir le client',
  customers: 'Clients',
  title: 'Nouveau ticket',
  fromMail: 'Nouveau ticket à partir d’un e-mail',
  description: 'Au nom d’un client, après un appel par exemple. Le délai de réponse commence à courir.',
  mailDescription: 'Le texte devient la description du ticket. L’e-mail ne sera plus retenu.',
  customer: 'Client',
  change: 'Changer de client',
  requester: {
    label: 'Demandeur',
    none: 'Une personne sans compte',
    contact: (name: string) => `${name} (contact, sans compte)`,
    hint: 'Il voit le ticket dans l’espace client, comme les responsables techniques.',
  },
  subject: 'Objet',
  priority: 'Priorité',
  text: { label: 'Description', hint: 'Le client la lit. Ctrl + Entrée pour ouvrir le ticket.' },
  mailFiles: plural({
    one: () => 'Le fichier de l’e-mail sera joint.',
    other: (count) => `Les ${count} fichiers de l’e-mail seront joints.`,
  }),
  notify: {
    label: 'Prévenir le demandeur par e-mail',
    hint: 'Il reçoit « Un ticket a été ouvert pour vous ».',
    impossible: 'Sans compte, aucun e-mail n’est envoyé.',
  },
  /** The sender of the mail belongs to another customer. */
  other: {
    label: (customer: string) => `Ouvrir le ticket chez ${customer} quand même`,
    hint: (sender: string) => `L’adresse de cet e-mail appartient à ${sender}.`,
    missing: 'L’expéditeur appartient à un autre client : cochez la case, ou changez de client.',
  },
  submit: 'Ouvrir le ticket',
  opened: (ticketNumber: string) => `Ticket ${ticketNumber} ouvert.`,
  skipped: (names: string) => `Fichiers non repris : ${names}`,
  customerGone: 'Ce client n’existe plus : aucun ticket n’a été ouvert.',
  mailDecided: 'Un collègue a déjà décidé de cet e-mail.',
  exists: <Ticket>(ticket: Ticket) => ['Un ticket a déjà été ouvert avec cet e-mail : ', ticket, '.'],
};
export type NewTicketCopy = typeof newTicket;

import type { NoCustomerCopy } from '../en/no-customer.ts';

/** For a user without a company: loaded for them alone. */
export const noCustomer: NoCustomerCopy = {
  required: {
    title: 'Votre compte n’a accès à aucune entreprise',
    description: 'Il doit être rattaché à une entreprise cliente. Contactez le support.',
  },
  desk: 'Ouvrir le centre de services',
  invited: (email) => [
    'Votre entreprise utilise déjà cet espace client ? Demandez à un collègue qui a le rôle « Propriétaire » d’inviter ',
    email,
    ' depuis la page « Personnes ».',
  ],
  title: 'Écrivez-nous',
  description: (email) => [
    'Sinon, ou si vous aviez encore accès récemment, dites-nous à quelle entreprise vous appartenez. Nous répondons par e-mail à ',
    email,
    '.',
  ],
  company: { label: 'Votre entreprise', missing: 'Saisissez le nom de votre entreprise.' },
  message: {
    label: 'Message',
    missing: 'Écrivez un message.',
    tooLong: (max, length) => `${max} caractères au plus : il y en a ${length}.`,
  },
  submit: 'Envoyer le message',
  busy: 'Envoi…',
  notSent: (reason) => `Votre message n’a pas été envoyé. ${reason}`,
  sent: {
    title: 'Message envoyé',
    description: (email) => ['Notre équipe l’a reçu et répondra par e-mail à ', email, '.'],
  },
};

import type { MailLinkWords } from '../schema/mail-links.ts';

/** What the home page asks and says to whoever comes from a link in a mail. Nothing happens before the button. */
export const mailLinkWords: MailLinkWords = {
  verify: {
    ask: {
      title: 'Confirmez votre adresse e-mail',
      text: 'Un compte de l’espace client a été créé avec votre adresse. Si vous l’avez créé, confirmez qu’elle est bien la vôtre : vous pourrez alors vous connecter.',
      otherwise:
        'Si ce n’est pas vous, fermez cette fenêtre : sans confirmation, personne ne peut se servir de ce compte.',
      action: 'Confirmer mon adresse',
    },
    done: {
      title: 'Adresse e-mail confirmée',
      text: 'Votre compte est prêt : vous pouvez vous connecter.',
      action: 'Me connecter',
    },
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré ou il est incomplet. Demandez-en un nouveau, ou connectez-vous si votre adresse est déjà confirmée.',
      action: 'Recevoir un nouveau lien',
    },
  },
  confirmEmail: {
    ask: {
      title: 'Confirmez votre nouvelle adresse e-mail',
      text: 'Cette adresse a été indiquée comme la nouvelle adresse d’un compte de l’espace client. Confirmez qu’elle est bien la vôtre : vous vous connecterez alors avec elle.',
      otherwise:
        'Si vous n’êtes pas à l’origine de cette demande, fermez cette fenêtre : rien ne change sans votre confirmation.',
      action: 'Confirmer ma nouvelle adresse',
    },
    done: {
      title: 'Nouvelle adresse confirmée',
      text: 'Vous vous connectez désormais avec elle. Un message en informe l’adresse précédente.',
      action: 'Ouvrir l’espace client',
    },
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré ou a déjà servi. Connectez-vous pour en demander un nouveau.',
      action: 'Ouvrir l’espace client',
    },
  },
  busy: 'Confirmation en cours…',
  retry: 'Réessayer',
  failed: 'La confirmation n’a pas abouti. Vérifiez votre connexion, puis réessayez dans un instant.',
  tooMany: 'Trop de tentatives depuis votre réseau. Réessayez dans une heure.',
  close: 'Fermer',
};

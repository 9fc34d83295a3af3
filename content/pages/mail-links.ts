type Outcome = { title: string; text: string; action: string };
export type MailLinkQuestion = {
  /** `password`: the label of the password field, if the link needs one. */
  ask: Outcome & { otherwise: string; password?: string };
  done: Outcome;
  expired: Outcome;
};
export type MailLinkCopy = Record<
  'verify' | 'confirmEmail' | 'cancelEmail' | 'revertEmail' | 'bankAlarm',
  MailLinkQuestion
> &
  Record<'busy' | 'loading' | 'retry' | 'failed' | 'wrongPassword' | 'tooMany' | 'close', string> & {
    rate: Record<'title' | 'text' | 'thanks' | 'open', string> &
      Record<'expired' | 'over', { title: string; text: string }> & {
        choices: Record<'good' | 'okay' | 'bad', string>;
      };
  };

/** The dialog that links in mails open on the home page. Nothing happens before its button is pressed. */
export const mailLinkCopy: MailLinkCopy = {
  verify: {
    ask: {
      title: 'Confirmez votre adresse e-mail',
      text: 'Un compte de l’espace client a été créé avec votre adresse. Si vous l’avez créé, saisissez le mot de passe choisi à l’inscription : vous pourrez alors vous connecter.',
      otherwise:
        'Si ce n’est pas vous, fermez cette fenêtre : sans confirmation, personne ne peut se servir de ce compte.',
      password: 'Mot de passe',
      action: 'Confirmer mon adresse',
    },
    done: {
      title: 'Adresse e-mail confirmée',
      text: 'Votre compte est prêt : vous pouvez vous connecter.',
      action: 'Me connecter',
    },
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré, a déjà servi ou est incomplet. Demandez-en un nouveau, ou connectez-vous si votre adresse est déjà confirmée.',
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
  cancelEmail: {
    ask: {
      title: 'Annuler le changement d’adresse ?',
      text: 'Un changement de l’adresse e-mail de votre compte a été demandé. Si ce n’était pas vous, annulez-le : toutes les sessions sont fermées, et le compte reste verrouillé jusqu’à ce que vous choisissiez un nouveau mot de passe.',
      otherwise: 'Si c’était vous, fermez cette fenêtre : il n’y a rien à faire.',
      action: 'Annuler et verrouiller mon compte',
    },
    done: {
      title: 'Changement annulé, compte verrouillé',
      text: 'Toutes les sessions sont fermées. Demandez maintenant un nouveau mot de passe : nous vous enverrons un lien à cette adresse.',
      action: 'Demander un nouveau mot de passe',
    },
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré ou a déjà servi. Si vous ne pouvez plus vous connecter, écrivez-nous.',
      action: 'Nous contacter',
    },
  },
  bankAlarm: {
    ask: {
      title: 'Donner l’alerte sur ce compte bancaire ?',
      text: 'Nous vous avons annoncé un nouveau compte bancaire. Si vous doutez de cette annonce, donnez l’alerte : le compte ne pourra pas devenir actif avant que nous ayons vérifié, et nous vous appelons.',
      otherwise: 'Si rien ne vous surprend, fermez cette fenêtre : il n’y a rien à faire.',
      action: 'Donner l’alerte',
    },
    done: {
      title: 'Alerte donnée, merci',
      text: 'Notre équipe est prévenue. Ne payez que sur le compte que montre l’espace client.',
      action: 'Nous contacter',
    },
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Le compte a été retiré, ou le lien est trop ancien. En cas de doute, appelez-nous au numéro que vous connaissez.',
      action: 'Nous contacter',
    },
  },
  revertEmail: {
    ask: {
      title: 'Rétablir votre adresse e-mail ?',
      text: 'L’adresse e-mail de votre compte a été modifiée. Si ce n’était pas vous, rétablissez celle-ci : toutes les sessions sont fermées, et le compte reste verrouillé jusqu’à ce que vous choisissiez un nouveau mot de passe.',
      otherwise: 'Si c’était vous, fermez cette fenêtre : il n’y a rien à faire.',
      action: 'Rétablir mon adresse',
    },
    done: {
      title: 'Adresse rétablie, compte verrouillé',
      text: 'Votre compte a retrouvé cette adresse, et toutes les sessions sont fermées. Demandez maintenant un nouveau mot de passe : nous vous enverrons un lien à cette adresse.',
      action: 'Demander un nouveau mot de passe',
    },
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré ou a déjà servi. Si votre adresse n’a pas été rétablie, écrivez-nous.',
      action: 'Nous contacter',
    },
  },
  rate: {
    title: 'Comment était notre aide ?',
    text: 'Un clic enregistre votre réponse, sans vous connecter.',
    choices: { good: 'Bien', okay: 'Moyen', bad: 'Mauvais' },
    thanks: 'Merci, votre réponse est enregistrée. Vous pouvez la changer pendant deux semaines après la résolution.',
    open: 'Ouvrir l’espace client',
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré ou est incomplet, ou vous n’avez plus accès à ce ticket.',
    },
    over: {
      title: 'Ce ticket ne peut plus être évalué',
      text: 'Il a été rouvert, fusionné avec un autre ou résolu il y a plus de deux semaines.',
    },
  },
  busy: 'Envoi en cours…',
  loading: 'Chargement…',
  retry: 'Réessayer',
  wrongPassword: 'Ce n’est pas le mot de passe choisi à l’inscription. Réessayez, ou inscrivez-vous à nouveau.',
  failed: 'L’opération n’a pas abouti. Vérifiez votre connexion, puis réessayez dans un instant.',
  tooMany: 'Trop de tentatives depuis votre réseau. Réessayez dans une heure.',
  close: 'Fermer',
};

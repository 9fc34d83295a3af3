import { plural } from '../../plural.ts';
import type { AuthCopy } from '../en/auth.ts';

/** Sign-in, sign-up and what links in mails open. */
export const auth: AuthCopy = {
  /** Instead of the portal's title, on the way to the desk. */
  staffTitle: 'Connexion du personnel',
  help: 'Besoin d’aide ?',
  email: 'Adresse e-mail',
  back: 'Revenir à la connexion',
  ended: {
    expired: 'Votre session a pris fin. Connectez-vous à nouveau : vous reviendrez là où vous étiez.',
    security:
      'Votre session a été fermée, car la sécurité de votre compte a été modifiée depuis un autre navigateur. Si ce n’était pas vous, choisissez un nouveau mot de passe et contactez-nous.',
  },
  tabs: { label: 'Se connecter ou s’inscrire', signIn: 'Se connecter', signUp: 'S’inscrire' },
  signIn: {
    submit: 'Se connecter',
    busy: 'Connexion…',
    done: { title: 'Ravis de vous revoir !', description: 'Votre session est ouverte.' },
    failed: 'La connexion a échoué',
    verifyFirst: 'Si vous venez de vous inscrire, ouvrez d’abord le lien de notre e-mail.',
    newVerification: 'Recevoir un nouveau lien de confirmation',
    passkey: 'Se connecter avec une clé d’accès',
    passkeyBusy: 'En attente de votre appareil…',
    forgotten: 'Mot de passe oublié ?',
  },
  code: {
    title: 'Encore une étape',
    description: 'Saisissez le code que votre application d’authentification affiche en ce moment.',
    recoveryDescription: 'Saisissez l’un de vos codes de secours. Chacun ne sert qu’une fois.',
    label: 'Code',
    restart: 'Recommencer',
  },
  signUp: {
    submit: 'Créer un compte',
    busy: 'Création du compte…',
    done: {
      title: 'Compte créé',
      description: 'Ouvrez l’e-mail que nous vous avons envoyé pour confirmer votre adresse.',
    },
    failed: 'L’inscription a échoué',
    sent: (email) => [
      'Nous avons envoyé un lien à ',
      email,
      '. Ouvrez-le pour confirmer votre adresse, puis connectez-vous.',
    ],
    resend: 'Envoyer un nouveau lien de confirmation',
    resent: 'Un nouveau lien vous a été envoyé.',
  },
  terms: {
    link: 'conditions d’utilisation',
    privacyLink: 'politique de confidentialité',
    text: (terms, privacy) => [
      'En créant un compte, vous acceptez les ',
      terms,
      '. La ',
      privacy,
      ' explique comment nous utilisons vos données.',
    ],
  },
  forgotten: {
    title: 'Mot de passe oublié ?',
    description: 'Indiquez votre adresse e-mail : nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    submit: 'Envoyer le lien',
    busy: 'Envoi…',
    sent: 'Si un compte existe pour cette adresse, un lien vient d’y être envoyé. Il ne fonctionne qu’une fois, pendant une heure.',
  },
  verification: {
    title: 'Recevoir un nouveau lien de confirmation',
    description: 'Indiquez l’adresse e-mail utilisée lors de votre inscription.',
    submit: 'Envoyer le lien de confirmation',
    busy: 'Envoi…',
    sent: 'Si cette adresse n’est pas encore confirmée, un nouveau lien vient d’y être envoyé.',
  },
  reset: {
    first: {
      title: 'Choisissez le mot de passe de votre compte',
      description: 'Il vous servira à vous connecter, avec votre adresse e-mail.',
      label: 'Mot de passe',
      submit: 'Enregistrer le mot de passe',
      done: { title: 'Mot de passe enregistré', description: 'Connectez-vous avec ce mot de passe.' },
    },
    again: {
      title: 'Choisissez un nouveau mot de passe',
      description: 'Il prend effet aussitôt et ferme toutes vos autres sessions.',
      label: 'Nouveau mot de passe',
      submit: 'Enregistrer le nouveau mot de passe',
      done: { title: 'Mot de passe changé', description: 'Connectez-vous avec votre nouveau mot de passe.' },
    },
    busy: 'Enregistrement…',
    removePasskeys: plural({
      one: () => 'Retirer aussi ma clé d’accès',
      other: (count) => `Retirer aussi mes ${count} clés d’accès`,
    }),
    removePasskeysHint:
      'Faites-le si une autre personne a pu ouvrir votre compte : une clé d’accès l’ouvre sans le mot de passe.',
    newLink: 'Recevoir un nouveau lien',
  },
  invitation: {
    loading: 'Chargement de votre invitation…',
    title: 'Votre invitation',
    loadingLink: 'Chargement…',
    failed: 'Impossible de la charger.',
    notNow: 'Plus tard',
    name: 'Votre nom',
    ended: {
      title: 'Cette invitation ne peut plus servir',
      description: 'Elle a déjà été acceptée, a expiré, a été remplacée par une plus récente ou a été annulée.',
      hint: 'Si vous l’avez acceptée, connectez-vous. Sinon, demandez à la personne qui l’a envoyée de la renvoyer.',
      signIn: 'Se connecter',
      portal: 'Aller à l’espace client',
    },
    join: (company) => `Rejoindre ${company}`,
    otherUser: (invited, signedIn) =>
      `Cette invitation est destinée à ${invited}, mais la session ouverte est celle de ${signedIn}.`,
    signOut: 'Se déconnecter',
    getsAccess: (email) => `Votre compte ${email} obtiendra l’accès. Vos autres sessions seront fermées.`,
    accept: 'Accepter l’invitation',
    accepting: 'Acceptation…',
    hasAccount: (email) => `Vous avez un compte avec l’adresse ${email}. Connectez-vous pour accepter.`,
    signInToAccept: 'Se connecter pour accepter',
    choosePassword: (email) => `Choisissez un mot de passe. Il vous servira à vous connecter, avec l’adresse ${email}.`,
    saving: 'Enregistrement…',
    welcome: { title: 'Bienvenue !', description: 'Votre compte est prêt.' },
    saved: { title: 'Mot de passe enregistré', description: 'Connectez-vous avec ce mot de passe.' },
  },
};

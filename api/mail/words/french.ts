import type { Frame, WordsOf } from './words.ts';

const moments = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });
const moment = (at: string) => `${moments.format(new Date(at))} (heure de Paris)`;

export const frenchFrame: Frame = {
  greeting: 'Bonjour,',
  linkFallback: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  automatic: (company) => `Ce message a été envoyé automatiquement par l’espace client de ${company}.`,
};

export const french: WordsOf = {
  'verify-email': ({ link }, company) => ({
    subject: `Confirmez votre adresse e-mail – ${company}`,
    preview: 'Confirmez-la sur notre site, et votre compte est prêt.',
    title: 'Confirmez votre adresse e-mail',
    paragraphs: [
      `Vous avez créé un compte dans l’espace client de ${company}. Confirmez que cette adresse est bien la vôtre pour pouvoir vous connecter.`,
    ],
    button: { label: 'Confirmer mon adresse', link },
    after: [
      'Si vous n’avez pas créé de compte, ne tenez pas compte de ce message : sans confirmation, personne ne peut s’en servir.',
    ],
  }),
  'reset-password': ({ link }, company) => ({
    subject: `Choisissez un nouveau mot de passe – ${company}`,
    preview: 'Le lien ne fonctionne qu’une fois.',
    title: 'Choisissez un nouveau mot de passe',
    paragraphs: ['Un nouveau mot de passe a été demandé pour votre compte dans l’espace client.'],
    button: { label: 'Choisir un nouveau mot de passe', link },
    after: [
      'Le lien ne fonctionne qu’une fois, et pendant peu de temps.',
      'Si vous n’êtes pas à l’origine de cette demande, ne tenez pas compte de ce message : votre mot de passe reste inchangé.',
    ],
  }),
  'account-exists': ({ signInLink, resetLink }, company) => ({
    subject: `Vous avez déjà un compte – ${company}`,
    preview: 'Quelqu’un a voulu créer un compte avec votre adresse.',
    title: 'Vous avez déjà un compte',
    paragraphs: [
      'Quelqu’un, vous peut-être, a voulu créer un compte dans l’espace client avec cette adresse. Elle en a déjà un : il suffit de vous connecter.',
    ],
    button: { label: 'Me connecter', link: signInLink },
    after: [
      `Mot de passe oublié ? Choisissez-en un nouveau ici : ${resetLink}`,
      'Si ce n’était pas vous, il n’y a rien à faire : votre compte n’a pas été modifié.',
    ],
  }),
  'password-changed': ({ resetLink }, company) => ({
    subject: `Votre mot de passe a été modifié – ${company}`,
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title: 'Votre mot de passe a été modifié',
    paragraphs: [
      'Le mot de passe de votre compte dans l’espace client vient d’être modifié, et toutes les autres sessions ont été fermées.',
      'Si c’était vous, il n’y a rien à faire. Sinon, choisissez aussitôt un nouveau mot de passe, puis écrivez-nous.',
    ],
    button: { label: 'Choisir un nouveau mot de passe', link: resetLink },
    after: [],
  }),
  'new-device': ({ link, at, browser, system }, company) => ({
    subject: `Nouvelle connexion à votre compte – ${company}`,
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title: 'Nouvelle connexion à votre compte',
    paragraphs: [
      `Une connexion à votre compte dans l’espace client a eu lieu depuis un navigateur que nous ne connaissions pas : ${
        browser === '' ? 'navigateur inconnu' : browser
      }, ${system === '' ? 'système inconnu' : system}, le ${moment(at)}.`,
      'Si c’était vous, il n’y a rien à faire. Sinon, fermez cette session, changez aussitôt votre mot de passe, puis écrivez-nous.',
    ],
    button: { label: 'Vérifier mon compte', link },
    after: [],
  }),
  'code-failures': ({ resetLink }, company) => ({
    subject: `Des codes erronés ont été saisis pour votre compte – ${company}`,
    preview: 'Si ce n’était pas vous, quelqu’un connaît votre mot de passe.',
    title: 'Des codes erronés ont été saisis pour votre compte',
    paragraphs: [
      'Votre mot de passe a été saisi dans l’espace client, puis dix codes erronés. Personne n’a pu se connecter, et ce navigateur doit patienter avant de nouveaux essais.',
      'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un connaît votre mot de passe : choisissez-en aussitôt un nouveau, puis écrivez-nous.',
    ],
    button: { label: 'Choisir un nouveau mot de passe', link: resetLink },
    after: [],
  }),
  'confirm-email': ({ link }, company) => ({
    subject: `Confirmez votre nouvelle adresse e-mail – ${company}`,
    preview: 'Le lien ne fonctionne qu’une fois, pendant une heure.',
    title: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: [
      'Cette adresse a été indiquée comme la nouvelle adresse d’un compte dans l’espace client. Confirmez qu’elle est bien la vôtre ; vous vous connecterez alors avec elle.',
    ],
    button: { label: 'Confirmer ma nouvelle adresse', link },
    after: [
      'Le lien ne fonctionne qu’une fois, pendant une heure.',
      'Si vous n’êtes pas à l’origine de cette demande, ne tenez pas compte de ce message : rien ne change sans votre confirmation.',
    ],
  }),
  'email-changed': ({ link }, company) => ({
    subject: `Votre adresse e-mail a été modifiée – ${company}`,
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title: 'Votre adresse e-mail a été modifiée',
    paragraphs: [
      'Votre compte dans l’espace client a désormais une autre adresse e-mail, et celle-ci ne permet plus de s’y connecter.',
      'Si c’était vous, il n’y a rien à faire. Sinon, écrivez-nous aussitôt.',
    ],
    button: { label: 'Vérifier mon compte', link },
    after: [],
  }),
  'factors-removed': ({ link, resetLink }, company) => ({
    subject: `La double authentification de votre compte a été retirée – ${company}`,
    preview: 'Si vous l’avez demandé, remettez-la en place dès maintenant.',
    title: 'La double authentification de votre compte a été retirée',
    paragraphs: [
      'Une aide nous a été demandée pour votre compte dans l’espace client. Nous en avons retiré les codes et les clés d’accès, et fermé toutes les sessions : pour l’instant, le mot de passe suffit pour s’y connecter.',
      'Si vous l’avez demandé, connectez-vous et remettez en place une application d’authentification ou une clé d’accès.',
    ],
    button: { label: 'Protéger mon compte', link },
    after: [`Si vous n’avez rien demandé, écrivez-nous aussitôt et choisissez un nouveau mot de passe : ${resetLink}`],
  }),
  invitation: ({ link, customer }, company) => ({
    subject: `Votre accès à l’espace client – ${company}`,
    preview: `Factures, contrats, licences et support de ${customer}.`,
    title: 'Bienvenue dans l’espace client',
    paragraphs: [
      `${company} vous a ouvert un compte. Vous y trouverez les factures, contrats, paiements et licences de ${customer}, et pourrez ouvrir des tickets de support.`,
      'Il ne vous reste qu’à choisir un mot de passe.',
    ],
    button: { label: 'Choisir mon mot de passe', link },
    after: [
      'Le lien ne fonctionne qu’une fois. S’il a expiré, utilisez « Forgot password? » sur la page de connexion.',
    ],
  }),
  'access-granted': ({ link, customer }, company) => ({
    subject: `Votre accès à l’espace client – ${company}`,
    preview: `Votre compte affiche désormais les données de ${customer}.`,
    title: 'Votre accès est prêt',
    paragraphs: [
      `Votre compte dans l’espace client de ${company} affiche désormais les factures, contrats, paiements et licences de ${customer}.`,
    ],
    button: { label: 'Ouvrir l’espace client', link },
    after: [
      'Connectez-vous avec votre mot de passe habituel.',
      'Si vous n’avez pas de compte chez nous, écrivez-nous aussitôt : quelqu’un s’est inscrit avec votre adresse.',
    ],
  }),
};

import type { CommonCopy } from '../en/common.ts';
import { errorTexts } from './errors.ts';
import { loadState } from './phrases.ts';

export const common: CommonCopy = {
  tryAgain: 'Réessayer',
  cancel: 'Annuler',
  close: 'Fermer',
  copied: 'Copié',
  notAvailable: 'Non renseigné',
  error: 'Erreur',
  errors: {
    byCode: errorTexts,
    retryIn: (wait) => `Trop de tentatives. Réessayez dans ${wait}.`,
    unknown: 'Une erreur est survenue. Réessayez.',
    notLoaded: 'Le chargement a échoué. Vérifiez la connexion, puis réessayez.',
  },
  credentials: {
    showPassword: 'Afficher le mot de passe',
    capsLock: 'Le verrouillage des majuscules est activé.',
    password: 'Mot de passe',
    recoveryCode: 'Code de secours',
    insteadRecoveryCode: 'Utiliser un code de secours',
    insteadAppCode: 'Utiliser un code de l’application',
    passwordHint: (minLength) => `Au moins ${minLength} caractères.`,
  },
  confirmation: {
    title: 'Confirmez que c’est vous',
    factors: loadState('de vos moyens de confirmation', 'vos moyens de confirmation'),
    usePasskey: 'Utiliser une clé d’accès',
    passkeyNeeded:
      'Votre compte a une clé d’accès : le mot de passe seul ne suffit pas. Si vous avez perdu cette clé, contactez-nous.',
    passkeyUnusable:
      'Votre compte a une clé d’accès, que ce navigateur ne peut pas utiliser ici. Utilisez un autre navigateur.',
    code: 'Code de l’application',
    submit: 'Confirmer',
    busy: 'Vérification…',
  },
};

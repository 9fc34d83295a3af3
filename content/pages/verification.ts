import type { VerificationWords } from '../schema/verification.ts';

/** What the home page says to a customer who comes from the link in the verification mail. */
export const verificationWords: VerificationWords = {
  done: {
    title: 'Adresse e-mail confirmée',
    text: 'Votre compte est prêt : vous pouvez vous connecter.',
    action: { label: 'Ouvrir l’espace client', to: '/customer-auth' },
  },
  expired: {
    title: 'Ce lien n’est plus valable',
    text: 'Il a expiré ou a déjà servi. Demandez-en un nouveau, ou connectez-vous si votre adresse est déjà confirmée.',
    action: { label: 'Recevoir un nouveau lien', to: '/customer-auth' },
  },
};

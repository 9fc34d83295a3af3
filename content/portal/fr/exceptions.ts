import type { ExceptionsCopy } from '../en/exceptions.ts';

/** For few users: not a part of the first load. */
export const exceptions: ExceptionsCopy = {
  notInRole: {
    title: 'Cette page ne fait pas partie de votre rôle',
    one: (company, roles) => [
      'Votre rôle chez ',
      company,
      ` (${roles}) ne donne pas accès à cette page. Un propriétaire de votre entreprise peut le changer.`,
    ],
    several: (company, roles) => [
      'Vos rôles chez ',
      company,
      ` (${roles}) ne donnent pas accès à cette page. Un propriétaire de votre entreprise peut les changer.`,
    ],
    viewTitle: 'Cette page ne fait pas partie de cette vue',
    viewDescription:
      'Cette page concerne le compte de la personne connectée. Quittez la vue du client pour modifier le vôtre.',
    overview: 'Aller à la synthèse',
  },
  notFound: {
    title: 'Oups ! Page introuvable',
    home: 'Retour à l’accueil',
    description: 'L’espace client n’a aucune page à cette adresse. Vérifiez le lien.',
    overview: 'Retour à la synthèse',
  },
  viewing: {
    label: 'Vue du client',
    customer: 'ce client',
    text: (customer) => ['Vous voyez l’espace client tel que le voit ', customer, '. Rien ne peut y être modifié.'],
    stop: 'Quitter et revenir au centre de services',
    notStopped: 'La vue du client n’a pas pu être quittée. Réessayez.',
  },
};

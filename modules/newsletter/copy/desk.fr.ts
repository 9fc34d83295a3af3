/** Who gets the newsletter; a mailing tool sends it. */
export const newsletter = {
  title: 'Lettre d’information',
  back: 'Toutes les demandes',
  description:
    'La lettre part d’un outil d’envoi : exportez-y les adresses confirmées avant chaque envoi, avec leur lien de désinscription.',
  subscribers: 'Abonnés',
  confirmed: 'Inscriptions confirmées',
  pending: 'En attente de confirmation',
  pendingHint: 'Effacées 30 jours après la demande.',
  exporting: {
    title: 'Export',
    text: 'Fichier CSV : adresse, date de confirmation, page d’inscription, lien de désinscription pour l’en-tête List-Unsubscribe. Chaque export est inscrit au journal.',
    action: 'Exporter les adresses confirmées',
    none: 'Aucune adresse n’est confirmée pour l’instant.',
  },
  removing: {
    title: 'Désinscrire une adresse',
    text: 'Pour une personne qui appelle ou écrit. L’adresse est effacée ; il n’en reste qu’une empreinte. Retirez-la aussi de l’outil d’envoi.',
    email: 'Adresse e-mail',
    action: 'Désinscrire',
    removed: 'Adresse désinscrite',
    unknown: 'Cette adresse n’était pas inscrite',
    unknownText:
      'Son empreinte est gardée : elle ne figurera dans aucun export tant que la personne ne confirme pas une nouvelle inscription.',
  },
};
export type NewsletterCopy = typeof newsletter;

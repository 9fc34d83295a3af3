/** What the form of the newsletter says in addition, where it delivers (`LEADS=deliver`). */
export const newsletterDelivery = {
  success: {
    title: 'Encore un clic',
    description: 'Ouvrez l’e-mail que nous vous envoyons et confirmez votre inscription.',
  },
  notice:
    'L’inscription commence quand vous la confirmez par e-mail. Chaque lettre contient un lien de désinscription.',
};

/** product §2 and §8, word for word. */
export const errorPage = {
  title: "Une erreur s'est produite",
  description:
    'Nous nous excusons pour la gêne occasionnée. Veuillez rafraîchir la page ou contacter le support si le problème persiste.',
  refresh: 'Rafraîchir la page',
};

import type { ConversationCopy } from '../en/conversation.ts';

/** The files of a conversation, in the portal and at the desk. */
export const files: ConversationCopy['files'] = {
  choose: 'Joindre des fichiers',
  limits: 'Jusqu’à 10 fichiers de 25 Mo chacun.',
  drop: 'Vous pouvez aussi les coller ou les déposer.',
  chosen: 'Fichiers à envoyer',
  uploading: (name) => `Envoi de ${name}`,
  uploaded: (name) => `${name} est prêt`,
  remove: (name) => `Retirer ${name}`,
  tooLarge: 'Ce fichier dépasse 25 Mo.',
  tooMany: 'Un message comporte 10 fichiers au plus.',
  unfinished: 'Attendez la fin de l’envoi des fichiers, ou retirez ceux qui n’ont pas été envoyés.',
  list: 'Fichiers',
  download: (name) => `Télécharger ${name}`,
  downloading: 'Téléchargement…',
  pending: 'Analyse antivirus en cours',
  infected: 'Un virus a été trouvé : ce fichier ne peut pas être ouvert.',
  unavailable: 'Ce fichier n’est pas disponible.',
  viewer: {
    title: 'Images du ticket',
    position: (at, total) => `Image ${at} sur ${total}`,
    previous: 'Image précédente',
    next: 'Image suivante',
    close: 'Fermer',
  },
};

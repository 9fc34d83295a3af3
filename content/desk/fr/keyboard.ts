/** The help on shortcuts. Loaded when it is opened. */
export const keyboard = {
  title: 'Raccourcis clavier',
  description: 'Ils sont inactifs pendant la saisie dans un champ.',
  toggle: 'Raccourcis à une touche',
  toggleHint: 'Désactivez-les si vous dictez ou utilisez un lecteur d’écran. Ctrl + K reste actif.',
  sequence: 'puis',
  groups: [
    {
      title: 'Partout',
      keys: [
        { keys: ['Ctrl', 'K'], text: 'Rechercher ou agir (⌘ K sur Mac)' },
        { keys: ['/'], text: 'Aller au champ de recherche de la page' },
        { keys: ['c'], text: 'Nouveau ticket' },
        { keys: ['?'], text: 'Afficher cette aide' },
        { keys: ['Échap'], text: 'Fermer, ou quitter le champ de réponse' },
      ],
    },
    {
      title: 'Aller à',
      keys: [
        { keys: ['g', 'f'], text: 'File d’attente' },
        { keys: ['g', 'm'], text: 'Mes tickets' },
        { keys: ['g', 'r'], text: 'E-mails retenus' },
        { keys: ['g', 'd'], text: 'Demandes du site, si elles sont reçues' },
        { keys: ['g', 'a'], text: 'Rendez-vous, s’ils se réservent sur le site' },
        { keys: ['g', 'c'], text: 'Clients' },
        { keys: ['g', 'j'], text: 'Journal' },
        { keys: ['g', 'e'], text: 'État' },
      ],
    },
    {
      title: 'Dans une liste',
      keys: [
        { keys: ['j'], text: 'Ligne suivante' },
        { keys: ['k'], text: 'Ligne précédente' },
        { keys: ['Entrée'], text: 'Ouvrir' },
        { keys: ['x'], text: 'Sélectionner un ticket, pour en modifier plusieurs' },
        { keys: ['m'], text: 'Fusionner les tickets sélectionnés' },
      ],
    },
    {
      title: 'Sur un ticket',
      keys: [
        { keys: ['r'], text: 'Répondre' },
        { keys: ['n'], text: 'Écrire une note interne' },
        { keys: ['Ctrl', 'Entrée'], text: 'Envoyer (⌘ sur Mac)' },
        { keys: ['Ctrl', 'Maj', 'Entrée'], text: 'Envoyer et résoudre' },
        { keys: ['Ctrl', 'Z'], text: 'Annuler l’envoi, pendant 10 secondes' },
        { keys: ['s'], text: 'Changer le statut' },
        { keys: ['a'], text: 'Attribuer' },
        { keys: ['p'], text: 'Changer la priorité' },
        { keys: ['t'], text: 'Ajouter ou retirer une étiquette' },
        { keys: ['e'], text: 'Modifier l’objet' },
        { keys: ['m'], text: 'Insérer une réponse type' },
        { keys: ['i'], text: 'Me l’attribuer' },
        { keys: ['z'], text: 'Mettre en veille' },
        { keys: ['.'], text: 'Autres actions : fusionner, changer de client…' },
        { keys: ['u'], text: 'Revenir à la liste' },
      ],
    },
    {
      title: 'Sur une demande du site, dans la liste ou ouverte',
      keys: [
        { keys: ['v'], text: 'Ce n’est pas un indésirable' },
        { keys: ['!'], text: 'Indésirable' },
        { keys: ['Ctrl', 'Z'], text: 'Annuler cette correction' },
        { keys: ['s'], text: 'Changer le statut' },
        { keys: ['a'], text: 'Attribuer' },
        { keys: ['i'], text: 'Me l’attribuer' },
        { keys: ['r'], text: 'Répondre par e-mail' },
      ],
    },
  ],
};
export type KeyboardCopy = typeof keyboard;

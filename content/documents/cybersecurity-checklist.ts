import type { ChecklistDocument } from '../schema/documents.ts';

/** « La checklist de cybersécurité » on two pages of paper: what stands beside the checks of the home page, and what page 2 asks. */
export const cybersecurityChecklist: ChecklistDocument = {
  updated: '2026-11-18',
  edition: 'Édition du',
  introduction:
    'Cochez ce que vous pouvez montrer aujourd’hui. Une case vide ou un doute va dans le plan de la page 2.',
  blanks: { company: 'Entreprise', checker: 'Vérifié par', day: 'Date', score: 'Cases cochées' },
  box: 'Case à cocher',
  why: 'Pourquoi',
  themes: [
    {
      title: 'Comptes',
      why: 'Un mot de passe volé ouvre tout ce que son compte peut atteindre.',
      how: [
        'Cherchez les identifiants communs : accueil, comptabilité, stagiaires.',
        'Depuis un autre ordinateur, la connexion demande une seconde preuve.',
        'Comparez la liste des comptes avec celle du personnel.',
      ],
    },
    {
      title: 'Sauvegardes',
      why: 'Après un rançongiciel, une copie saine permet de repartir sans payer.',
      how: [
        'Demandez où elle se trouve, et de quel jour elle date.',
        'Demandez quel autre accès il faudrait pour la supprimer.',
        'Retrouvez le compte rendu : la date, les fichiers rendus, la durée.',
      ],
    },
    {
      title: 'Messagerie',
      why: 'Un faux expéditeur, un lien, une pièce jointe : beaucoup d’attaques commencent là.',
      how: [
        'Contre les faux expéditeurs : demandez la preuve à qui gère le domaine.',
        'Demandez ce qui est bloqué, et qui le vérifie.',
        'Interrogez trois collègues : ils nomment la même personne.',
      ],
    },
    {
      title: 'Postes et serveurs',
      why: 'Une faille déjà corrigée par l’éditeur reste ouverte sur un poste oublié.',
      how: [
        'Ouvrez les mises à jour de deux postes : aucune n’est en attente.',
        'Cherchez « chiffrement » dans les paramètres de deux ordinateurs portables.',
        'Demandez la date de la dernière alerte, et ce qui a été fait.',
      ],
    },
    {
      title: 'Incident',
      why: 'La première heure laisse peu de temps pour réfléchir : décidez avant.',
      how: [
        'Remplissez « Qui appeler », page 2, et affichez la feuille.',
        'Lisez les cinq réflexes de la page 2 avec ceux qui seront sur place.',
        'Les délais sont page 2 ; notez-y le numéro du contrat d’assurance.',
      ],
    },
  ],
  plan: {
    title: 'Ce qu’il reste à faire',
    lead: 'Une ligne par case vide, la plus urgente en tête.',
    columns: ['Case', 'Ce qui manque', 'Qui s’en charge', 'Pour le'],
    rows: 5,
  },
  calls: {
    title: 'Qui appeler',
    lead: 'À remplir au stylo, puis à afficher : un ordinateur à l’arrêt ne donne plus de numéro.',
    columns: ['Qui', 'Pour quoi', 'Nom, numéro, référence'],
    rows: [
      { who: 'Prestataire informatique', why: 'Isoler, conserver les traces, rétablir' },
      { who: 'Assureur', why: 'Déclarer l’attaque, avec le numéro du contrat' },
      { who: 'Banque', why: 'Suspendre les virements et les accès' },
      { who: 'Police ou gendarmerie', why: 'Plainte sous 72 heures, pour être indemnisé' },
      { who: 'Clients et partenaires', why: 'Les prévenir par une seule personne, désignée ici' },
      { who: 'CNIL', why: 'Violation de données à risque, sous 72 heures', reach: 'www.cnil.fr' },
      { who: '17Cyber, service public', why: 'Être orienté, à toute heure', reach: '17cyber.gouv.fr' },
    ],
  },
};

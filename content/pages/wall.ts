import { links } from '../lists.ts';
import type { WallPage } from '../schema/pages.ts';
import { site } from '../site.ts';

/** The checks themselves are those of the home page's checklist. */
export const wallPage: WallPage = {
  seo: {
    title: `Montez votre mur : auto-diagnostic | ${site.company.name}`,
    description:
      'Quinze vérifications de cybersécurité à cocher, une par brique. La page montre les trous, propose un premier geste pour chacun et n’envoie rien.',
  },
  hero: {
    title: 'Montez votre mur',
    lead: 'Quinze vérifications, quinze briques. Cochez ce que vous pouvez montrer aujourd’hui : les trous qui restent forment votre plan d’action.',
    actions: [],
  },
  privacy: 'Rien ne quitte cette page : vos réponses ne sont ni enregistrées ni envoyées.',
  start: 'Commencez ici',
  count: { of: '/ 15', laid: 'briques posées' },
  missing: {
    title: 'Vos trous, et le premier geste pour chacun',
    lead: 'Une brique posée quitte cette liste. La jaune est la prochaine à poser.',
    firstStepLabel: 'Premier geste',
  },
  complete: {
    title: 'Votre mur est fermé',
    text: 'Refaites le tour après chaque départ, chaque nouvel outil et chaque déménagement : c’est là que les briques tombent.',
  },
  // In the order of the checklist's themes.
  themes: [
    {
      title: 'Comptes',
      firstSteps: [
        'Listez les identifiants partagés, créez un compte par personne, puis changez les mots de passe que plusieurs connaissent.',
        'Commencez par les administrateurs, la direction et la comptabilité ; les autres suivent une fois la méthode rodée.',
        'Bloquez dès aujourd’hui tout compte actif qui ne correspond à personne sur la liste du personnel.',
      ],
    },
    {
      title: 'Sauvegardes',
      firstSteps: [
        'Nommez les dossiers sans lesquels vous ne pourriez pas travailler, et copiez d’abord ceux-là sur un autre site.',
        'Confiez la suppression des sauvegardes à un compte à part, avec sa propre MFA, ou demandez une copie immuable.',
        'Choisissez un dossier, faites-le restaurer, et notez la date, la durée et ce qui manquait.',
      ],
    },
    {
      title: 'Messagerie',
      firstSteps: [
        'Demandez à qui gère votre domaine de publier SPF et DKIM, puis DMARC, d’abord en simple observation.',
        'Cherchez si votre abonnement comprend l’analyse des liens et des pièces jointes : souvent, il reste à l’activer.',
        'Nommez une personne et une adresse pour les signalements, et dites-le à toute l’équipe le même jour.',
      ],
    },
    {
      title: 'Postes et serveurs',
      firstSteps: [
        'Activez l’installation automatique, puis inscrivez un contrôle à l’agenda d’une personne nommée.',
        'Commencez par l’ordinateur portable qui voyage le plus : chiffrez son disque et rangez la clé de récupération ailleurs.',
        'Faites arriver les alertes dans une boîte relevée chaque jour, avec un nom en face et un remplaçant pour les congés.',
      ],
    },
    {
      title: 'Incident',
      firstSteps: [
        'Écrivez sur une feuille le numéro de votre prestataire et celui de votre assureur, puis affichez-la.',
        'Étiquetez le câble qui mène à Internet et la borne Wi-Fi ; écrivez à côté que les machines restent allumées.',
        'Notez les délais, le numéro du contrat d’assurance et le nom de la personne qui prévient.',
      ],
    },
  ],
  print: 'Imprimer sur une page',
  carry: {
    label: 'Reporter les trous dans ma demande d’audit',
    text: 'Le lien ouvre le formulaire et y inscrit les briques manquantes, dans le champ « Vos difficultés actuelles ». Rien ne part avant que vous l’ayez relu et envoyé.',
    noScript: 'Sans JavaScript, le formulaire s’ouvre vide : gardez cette page imprimée sous les yeux.',
  },
  closing: {
    title: 'Un mur se regarde aussi du dehors',
    text: 'L’audit gratuit contrôle chez vous ce que vous venez de cocher, et cherche ce qu’une liste ne voit pas.',
    actions: links({ 'Demander un audit gratuit': '/free-audit', 'Voir la cybersécurité': '/services/cybersecurity' }),
  },
  invitation: {
    title: 'Et votre mur à vous ?',
    text: 'Quinze briques à cocher, sans rien nous envoyer. Les trous disent par où commencer.',
    link: { label: 'Montez votre mur', to: '/montez-votre-mur' },
  },
};

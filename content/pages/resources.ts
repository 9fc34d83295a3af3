import { links } from '../lists.ts';
import type { ResourcesPage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const resourcesPage: ResourcesPage = {
  seo: {
    title: `Ressources : guides, webinaires, articles | ${site.company.name}`,
    description:
      'Livres blancs, études de cas, webinaires et articles sur la cybersécurité, la conformité et le cloud Microsoft : les publications en préparation.',
  },
  hero: {
    title: 'De quoi comprendre avant de décider',
    lead: 'Des guides, des études de cas et des webinaires pour les dirigeants de PME et les cabinets comptables. Ils sont en préparation ; la checklist, elle, est prête.',
    actions: [],
  },
  search: {
    title: 'Chercher par sujet',
    lead: 'La recherche portera sur le texte entier des publications.',
    label: 'Rechercher une ressource',
    placeholder: 'Sauvegarde, RGPD, licences…',
    submit: 'Rechercher',
  },
  soon: {
    label: 'À paraître',
    text: 'Les textes annoncés ci-dessous ne sont pas encore en ligne. Leurs boutons, la recherche et l’inscription s’ouvriront avec les premières publications.',
  },
  live: {
    title: 'À lire aujourd’hui',
    lead: 'Quinze vérifications à faire avec votre prestataire ou sans lui.',
    note: 'Ce que vous ne pouvez pas cocher est une question à poser.',
    actions: links({ 'La recevoir par e-mail': '/#checklist', 'Montez votre mur': '/montez-votre-mur' }),
  },
  whitePapers: {
    title: 'Livres blancs',
    lead: 'Des guides pour agir.',
    items: [
      {
        title: 'Rançongiciel : se préparer avant l’attaque',
        text: 'Une sauvegarde immuable, que personne ne peut effacer avant le terme fixé, un réseau cloisonné et un annuaire de crise sur papier : ce qui permet de redémarrer sans payer.',
        action: 'Télécharger le guide',
      },
      {
        title: 'ISO 27001 en PME : par où commencer',
        text: 'Délimiter le périmètre, mener une première analyse de risques, rédiger la déclaration d’applicabilité et choisir parmi les 93 mesures de l’annexe A.',
        action: 'Télécharger le guide',
      },
      {
        title: 'Cabinets comptables : protéger les dossiers des clients',
        text: 'Messagerie, échanges de pièces, télétravail en période fiscale et sous-traitance : les points à verrouiller au regard du secret professionnel et du RGPD.',
        action: 'Télécharger le guide',
      },
      {
        title: 'Microsoft 365 : les réglages à vérifier en premier',
        text: 'Authentification multifacteur, accès conditionnel, partage externe, journaux d’audit : une liste à parcourir avec votre administrateur.',
        action: 'Télécharger le guide',
      },
    ],
  },
  caseStudies: {
    title: 'Études de cas',
    lead: 'Des projets fictifs, qui illustrent notre façon de travailler.',
    items: [
      {
        title: 'Prêts pour le contrôle en 2 semaines',
        text: 'Le journal d’une mise en conformité menée contre la montre : tri des priorités, preuves à réunir, chantiers reportés et raisons de l’arbitrage.',
        action: 'Lire l’étude',
      },
      {
        title: '30 % de coûts en moins : les comptes d’une migration',
        text: 'L’inventaire de départ, le déménagement vers le cloud par étapes, puis les réglages qui ont fait baisser la facture une fois la bascule faite.',
        action: 'Lire l’étude',
      },
      {
        title: 'Une panne la nuit, des expéditions à l’heure',
        text: 'Comment la supervision 24/7 et des restaurations testées régulièrement ont réduit un incident nocturne à quelques lignes de compte rendu.',
        action: 'Lire l’étude',
      },
    ],
  },
  webinars: {
    title: 'Webinaires',
    lead: 'Une question, un spécialiste, vos réactions.',
    items: [
      {
        title: 'Hameçonnage : lire un e-mail comme un enquêteur',
        text: 'Expéditeur, lien, pièce jointe, ton du message : des exemples reconstitués, décortiqués en direct, à montrer à toute l’équipe.',
        note: 'Format court, ouvert à tous',
        action: 'Voir le webinaire',
      },
      {
        title: 'Votre plan de reprise tient-il debout ?',
        text: 'Un exercice sur table : le serveur principal ne répond plus. Qui décide, que restaure-t-on d’abord, que dit-on aux clients ?',
        note: 'Format atelier, avec mise en situation',
        action: 'Voir le webinaire',
      },
      {
        title: 'Choisir sa certification en sécurité',
        text: 'Lead Implementer, Lead Auditor, Risk Manager ou délégué à la protection des données : quel métier, quels prérequis, quel examen.',
        note: 'Format court, suivi de questions',
        action: 'Voir le webinaire',
      },
    ],
  },
  articles: {
    title: 'Articles',
    lead: 'À lire entre deux réunions.',
    items: [
      {
        note: 'Messagerie',
        title: 'SPF, DKIM, DMARC : trois sigles contre l’usurpation de votre adresse',
        text: 'Ces trois enregistrements disent au monde quels serveurs ont le droit d’écrire en votre nom. Comment savoir si les vôtres sont en place.',
        action: 'Lire l’article',
      },
      {
        note: 'RGPD',
        title: 'Violation de données : que faire pendant les 72 heures',
        text: 'Qualifier l’incident, tenir le registre, notifier la CNIL, prévenir les personnes quand le risque est élevé : le déroulé, heure par heure.',
        action: 'Lire l’article',
      },
      {
        note: 'Continuité',
        title: 'RTO et RPO expliqués à ceux qui signent le budget',
        text: 'Combien de temps pouvez-vous rester à l’arrêt, et combien de travail accepteriez-vous de refaire ? Deux réponses qui déterminent le prix d’une sauvegarde.',
        action: 'Lire l’article',
      },
      {
        note: 'Licences',
        title: 'Renouvellement Microsoft : cinq vérifications avant de signer',
        text: 'Comptes dormants, formules surdimensionnées, durée d’engagement, date de préavis, options en double.',
        action: 'Lire l’article',
      },
    ],
  },
  newsletter: {
    title: 'Être prévenu des parutions',
    lead: 'Un e-mail à chaque parution, rien d’autre. Pour les alertes de sécurité, notre lettre d’information est déjà ouverte, au pied de cette page.',
    field: { label: 'Adresse e-mail' },
    submit: 'M’inscrire',
  },
  closing: {
    title: 'Une question qui n’attend pas la parution ?',
    text: 'Posez-la par écrit, ou demandez l’audit : vous repartez avec un rapport sur votre propre informatique.',
    actions: links({ 'Demander un audit gratuit': '/free-audit', 'Nous écrire': '/contact' }),
  },
};

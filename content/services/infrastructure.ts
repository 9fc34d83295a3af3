import { items, links, questions } from '../lists.ts';
import type { InfrastructurePage } from '../schema/service.ts';
import { site } from '../site.ts';

export const infrastructure: InfrastructurePage = {
  seo: {
    title: `Infrastructure informatique des PME à Nice | ${site.company.name}`,
    description:
      'Serveurs, réseau, stockage et sauvegarde pour PME et cabinets comptables : conception, mise en service, documentation remise. Dès 2 500 € HT par mois.',
  },
  card: {
    slug: 'infrastructure',
    name: 'Infrastructure et intégration',
    summary: 'Serveurs, réseau et sauvegarde conçus ensemble, installés et documentés.',
    description:
      'Un serveur en fin de vie, un Wi-Fi qui décroche, une sauvegarde que personne n’a jamais restaurée : nous reprenons l’ensemble, du câblage à la virtualisation, et nous le relions à vos logiciels métier. Vous recevez un schéma à jour, un inventaire et des procédures qu’un autre prestataire saurait reprendre.',
    features: [
      'Étude de l’existant et architecture cible chiffrée',
      'Virtualisation des serveurs et stockage redondant',
      'Réseau segmenté par VLAN, Wi-Fi professionnel, liaisons entre sites',
      'Sauvegarde immuable, copie hors site et restauration testée',
      'Intégration des logiciels métier et de l’annuaire des comptes',
      'Dossier d’exploitation remis à la mise en service',
    ],
    price: 'À partir de 2 500€/mois', // product §2
    priceNote:
      'Prix hors taxes (HT), hors matériel et licences, pour l’offre Essentiel. Durée d’engagement fixée au devis.',
  },
  hero: {
    title: 'Serveurs, réseau et sauvegarde, pensés ensemble',
    lead: 'Nous concevons, installons et documentons les serveurs, le réseau et la sauvegarde des PME et des cabinets comptables, à Nice, sur la Côte d’Azur et à distance.',
    actions: links({ 'Demander un audit gratuit': '/free-audit', 'Parler à un ingénieur': '/schedule-consultation' }),
  },
  costs: {
    claim: 'Jusqu’à 40 %',
    text: 'de coûts d’infrastructure en moins',
    before: { label: 'Machines dispersées, choisies une à une', amount: '100' },
    after: { label: 'Machines regroupées, à la bonne taille', amount: '60' },
    note: 'Coûts de départ ramenés à 100. Votre gain dépend de l’existant : l’étude le calcule avant tout engagement.',
  },
  solutions: {
    title: 'Des serveurs à la sauvegarde, une seule architecture',
    lead: 'Vous pouvez nous confier un seul de ces domaines. Nous les pensons toujours ensemble : une sauvegarde n’est utile que si elle couvre les bons serveurs, et un réseau que s’il suit les usages.',
    items: [
      {
        title: 'Serveurs et virtualisation',
        text: 'Plusieurs serveurs virtuels se partagent peu de machines physiques. La consommation électrique baisse, et un serveur redémarre sur une autre machine quand un matériel tombe en panne.',
        points: [
          'Hyperviseurs en grappe, avec bascule automatique',
          'Stockage redondant : la perte d’un disque n’arrête pas le travail',
          'Relevé de charge avant l’achat, pour ne pas payer des machines inoccupées',
          'Migration des anciens serveurs en dehors des heures ouvrées',
        ],
      },
      {
        title: 'Réseau, Wi-Fi et liaisons',
        text: 'Un réseau découpé en zones séparées (VLAN) limite le risque qu’un poste infecté ou un objet connecté mal réglé atteigne la comptabilité.',
        points: [
          'Pare-feu et règles de circulation entre les zones',
          'Wi-Fi des visiteurs isolé de celui de l’entreprise',
          'Liaisons chiffrées entre sites, en France comme à l’étranger',
          'Seconde connexion Internet, pour continuer quand l’opérateur est en panne',
        ],
      },
      {
        title: 'Sauvegarde et reprise d’activité',
        text: 'Le plan de reprise d’activité (PRA) fixe avec vous deux durées : l’arrêt supportable (RTO) et l’ancienneté maximale des données restaurées (RPO). Les choix techniques en découlent.',
        points: [
          'Copies immuables, qu’un rançongiciel ne peut ni chiffrer ni effacer avant le terme fixé',
          'Un exemplaire conservé hors de vos locaux',
          'Restauration d’essai et compte rendu daté',
          'Procédure de reprise imprimée, utilisable réseau coupé',
        ],
      },
      {
        title: 'Intégration et cloud hybride',
        text: 'Logiciels métier, annuaire et Microsoft 365 échangent sans double saisie. Chaque application est placée là où elle fonctionne bien, au moindre coût : chez vous ou dans Microsoft Azure.',
        points: [
          'Une seule identité pour la session Windows, la messagerie et les logiciels',
          'Échanges automatisés entre gestion commerciale, paie et comptabilité',
          'Accès distant chiffré pour les collaborateurs en déplacement',
        ],
      },
    ],
  },
  machines: ['Dix serveurs', 'trois machines'],
  zones: ['Visiteurs', 'Bureaux', 'Comptabilité'],
  identity: { person: 'Une identité', entries: ['Windows', 'Messagerie', 'Logiciels'] },
  recovery: { moments: ['Dernière copie', 'Panne', 'Reprise'], spans: ['RPO', 'RTO'] },
  benefits: {
    title: 'Ce que votre entreprise y gagne',
    items: items({
      'Jusqu’à 40 % de coûts en moins':
        'Virtualisation, arrêt des équipements devenus inutiles, remise à plat des contrats de maintenance : le gain vient de là.',
      'Moins de points de rupture':
        'Alimentation, disque, liaison : nous repérons tout élément dont la panne arrêterait l’activité. Vous décidez, chiffres en main, de le doubler ou d’accepter le risque.',
      'Des temps de réponse mesurés':
        'Nous relevons la vitesse de vos applications avant et après les travaux. L’amélioration se lit sur un graphique.',
      'Des budgets prévisibles':
        'Garanties, fins de support et renouvellements sont inscrits au calendrier. Le remplacement d’un serveur se décide à froid, avant la panne.',
      'Des preuves à portée de main':
        'Quand un assureur, un client ou un commissaire aux comptes interroge, vous produisez l’inventaire, les journaux de sauvegarde et la liste des droits d’accès.',
      'Votre liberté de choix':
        'Mots de passe d’administration, configurations et plans vous appartiennent. Vous pouvez changer de prestataire sans repartir de zéro.',
    }),
    ports: [
      [{ label: 'Avant' }, { label: 'Après' }],
      [{ label: 'Alimentation' }, { label: 'Disque' }, { label: 'Liaison, risque accepté' }],
      [
        { label: 'Vitesse avant travaux', fact: 'relevée' },
        { label: 'Vitesse après travaux', fact: 'relevée' },
      ],
      [{ label: 'Garantie' }, { label: 'Fin de support' }, { label: 'Renouvellement' }],
      [
        { label: 'Inventaire', fact: 'produit' },
        { label: 'Journaux de sauvegarde', fact: 'produits' },
        { label: 'Droits d’accès', fact: 'listés' },
      ],
      [
        { label: 'Mots de passe', fact: 'à vous' },
        { label: 'Configurations', fact: 'à vous' },
        { label: 'Plans', fact: 'à vous' },
      ],
    ],
  },
  process: {
    title: 'De l’état des lieux à la mise en service',
    items: items({
      'Relever l’existant':
        'Inventaire, mesures de charge, état des sauvegardes, entretiens avec ceux qui utilisent les outils. L’audit gratuit, qui dure de 1 à 2 semaines, peut servir de point de départ.',
      'Dessiner la cible':
        'Vous recevez un schéma, des scénarios comparés et un budget poste par poste. Rien n’est commandé avant votre accord.',
      'Installer sans bloquer le travail':
        'Matériel préparé en atelier, bascule le soir ou le week-end, retour en arrière prévu à chaque étape. Vos équipes savent quel jour, à quelle heure et qui appeler.',
      'Remettre les clés':
        'Essais de charge et de restauration, formation de vos référents, dossier d’exploitation complet. Nous suivons ensuite l’installation aux heures ouvrées ; nos services managés y ajoutent l’assistance aux utilisateurs et les urgences 24/7.',
    }),
  },
  tiers: {
    recommendedLabel: 'Recommandé', // product §2
    includedLabel: 'Ce qui est compris',
    bestForLabel: 'Pour qui :',
    note: 'Prix hors taxes (HT), hors matériel et licences',
    action: { label: 'Demander un devis', to: '/contact' },
    title: 'Selon votre taille et vos exigences',
    lead: 'Le prix de départ est celui d’Essentiel. Au-delà, le nombre de sites et le délai de reprise font varier le budget : nous l’établissons après l’état des lieux.',
    items: [
      {
        name: 'Essentiel',
        recommended: false,
        price: 'À partir de 2 500€/mois',
        description: 'Un socle sain : serveurs, réseau et sauvegarde sont remis à niveau, puis suivis.',
        features: [
          'Serveurs virtualisés et stockage redondant',
          'Pare-feu, réseau segmenté et Wi-Fi professionnel',
          'Sauvegarde quotidienne et copie immuable hors site',
          'Correctifs et surveillance aux heures ouvrées',
          'Dossier d’exploitation tenu à jour',
        ],
        bestFor: 'une PME ou un cabinet installé sur un seul site.',
      },
      {
        name: 'Professionnel',
        recommended: true,
        price: 'Sur devis',
        description:
          'La continuité en plus : un équipement tombe, le travail se poursuit. Le montant suit le nombre de serveurs et de sites ainsi que le délai de reprise choisi ; il est fixé par écrit après l’audit.',
        features: [
          'Tout le contenu d’Essentiel',
          'Serveurs en grappe avec bascule automatique',
          'Double accès à Internet et liaisons chiffrées entre sites',
          'Plan de reprise d’activité, RTO et RPO écrits',
          'Exercice de restauration et compte rendu',
          'Raccordement à Microsoft 365 et à l’annuaire',
        ],
        bestFor: 'plusieurs sites, ou une activité qui supporte mal une demi-journée d’arrêt.',
      },
      {
        name: 'Entreprise',
        recommended: false,
        price: 'Sur devis',
        description:
          'Une architecture étudiée pour votre organisation, avec un site de secours et des preuves pour vos auditeurs.',
        features: [
          'Tout le contenu de Professionnel',
          'Site de secours, ou reprise dans Microsoft Azure',
          'Réseau redondant entre pays',
          'Dossier de preuves pour ISO/IEC 27001 et ISO 22301',
          'Comité de pilotage et feuille de route budgétaire',
          'En option : support d’urgence 24/7, avec un contrat de services managés',
        ],
        bestFor:
          'un groupe présent dans plusieurs pays, ou soumis aux exigences d’un client, d’un assureur ou d’un régulateur.',
      },
    ],
  },
  faq: {
    title: 'Serveurs et réseau : vos questions',
    items: questions({
      'Faut-il tout remplacer ?':
        'Rarement. Un équipement que son fabricant met encore à jour et dont la capacité suffit reste en place. Nous remplaçons ce qui n’est plus corrigé, ce qui tombe en panne et ce qui coûte plus à conserver qu’à changer.',
      'Pourquoi un prix mensuel ?':
        'Une installation se dégrade si personne ne la suit : correctifs, sauvegardes et alertes demandent un travail régulier. Le forfait couvre la conception, la mise en service et ce suivi. Le matériel et les licences figurent sur des lignes distinctes du devis.',
      'Nos serveurs doivent-ils partir dans le cloud ?':
        'Cela dépend de l’application. Un logiciel qui échange de gros fichiers avec l’atelier reste souvent mieux sur place ; la messagerie et le partage de documents gagnent à en sortir. L’étude compare les coûts sur la durée de vie du matériel, application par application.',
      'Travaillez-vous en dehors de Nice ?':
        'Oui : dans les Alpes-Maritimes (Antibes, Sophia Antipolis, Cannes, Menton) et à Monaco, puis dans le reste de la France, au Maghreb, au Moyen-Orient et dans le reste de l’Afrique. La conception et le suivi se font à distance ; les installations et les bascules sont planifiées sur place.',
    }),
  },
  closing: {
    title: 'Sachez d’abord où vous en êtes',
    text: 'L’audit gratuit dresse l’inventaire, signale les risques et classe les priorités. Il commence par un échange de 30 minutes et s’adresse aux entreprises éligibles.',
    actions: links({ 'Demander l’audit gratuit': '/free-audit', 'Demander un devis': '/contact' }),
  },
};

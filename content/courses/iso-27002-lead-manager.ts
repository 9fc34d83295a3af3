import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-27002-lead-manager',
  status: 'available',
  title: 'ISO 27002 Lead Manager',
  certification: 'PECB Certified ISO/IEC 27002 Lead Manager',
  standard: '27002',
  numberFill: 'levels',
  durationDays: 5,
  domain: 'Sécurité de l’information',
  description:
    'Choisir, déployer et éprouver les 93 mesures d’ISO/IEC 27002:2022, de la gestion des accès à la réponse aux incidents, avec ou sans projet de certification.',
  seo: {
    title: `Formation ISO 27002 Lead Manager | ${site.company.name}`,
    description:
      'Les 93 mesures de sécurité d’ISO 27002 mises en pratique : accès, fournisseurs, postes, réseau, incidents. 5 jours d’ateliers, examen PECB de 3 heures.',
  },
  lead: 'ISO/IEC 27001 dit ce qu’il faut obtenir ; ISO/IEC 27002 explique comment s’y prendre. Cette formation parcourt ses 93 mesures avec ceux qui devront les faire fonctionner : lesquelles choisir, comment les régler à la taille de l’entreprise, comment vérifier qu’elles tiennent un jour de crise.',
  whyAttend: items({
    'Le quotidien de la sécurité':
      'La formation Lead Implementer traite du système de management, la formation Lead Auditor de sa vérification. Celle-ci s’occupe de ce qui se passe entre les deux : droits d’accès, correctifs, sauvegardes, contrats, journaux, réflexes des équipes.',
    'Utile même sans certificat en vue':
      'Une organisation se fait certifier selon ISO/IEC 27001, jamais selon ISO/IEC 27002. Cette dernière peut toutefois s’appliquer seule, comme recueil de bonnes pratiques reconnu, pour répondre à un client, à un assureur ou à un régulateur.',
    'Des mesures proportionnées':
      'La double authentification, le cloisonnement du réseau ou la prévention des fuites de données ne se déploient pas de la même façon dans un cabinet et dans une usine. Pour chaque mesure, vous définissez un niveau minimal, un niveau cible et une preuve.',
    'Les nouveautés de 2022 rendues concrètes':
      'Renseignement sur les menaces, services cloud, masquage des données, codage sécurisé : les 11 mesures apparues dans cette édition sont traduites en tâches, en responsables et en échéances.',
  }),
  objectives: [
    'Se repérer dans les 4 thèmes et les 5 attributs d’ISO/IEC 27002:2022',
    'Sélectionner des mesures à partir des risques, des lois et des engagements contractuels',
    'Mettre en œuvre les mesures organisationnelles et celles qui s’appliquent aux personnes',
    'Spécifier les mesures physiques et technologiques avec les équipes techniques et les prestataires',
    'Organiser la détection des incidents, la réponse et la reprise d’activité',
    'Mesurer l’efficacité d’une mesure et la soumettre à des essais',
    'Construire une feuille de route de sécurité et arbitrer ses priorités',
  ],
  programme: programme({
    'Le référentiel et le choix des mesures': {
      'Lire ISO/IEC 27002:2022': [
        'Quatre thèmes : 37 mesures organisationnelles, 8 applicables aux personnes, 14 physiques, 34 technologiques',
        'Attributs : type de mesure, propriété protégée, concept de cybersécurité, capacité opérationnelle, domaine de sécurité',
        'Les 11 mesures nouvelles, du renseignement sur les menaces (5.7) au codage sécurisé (8.28)',
        'Articulation avec l’annexe A d’ISO/IEC 27001, la gestion des risques et la protection de la vie privée',
      ],
      'Actifs, politiques et sélection': [
        'Inventaire des actifs, classification et marquage de l’information (5.9 à 5.13)',
        'Politiques, rôles et séparation des tâches quand l’équipe est réduite (5.1 à 5.4)',
        'Des risques, des lois et des contrats vers une sélection argumentée',
        'Atelier : filtrer les mesures par attributs pour révéler les angles morts d’une PME industrielle fictive',
      ],
    },
    'Mesures organisationnelles et mesures applicables aux personnes': {
      'Accès, fournisseurs et cloud': [
        'Cycle de vie des identités et des droits d’accès (5.15 à 5.18)',
        'Relations avec les fournisseurs et chaîne d’approvisionnement numérique (5.19 à 5.22)',
        'Services cloud : qui répond de quoi entre le client et l’hébergeur (5.23)',
        'Veille sur les menaces à la portée d’une petite équipe : sources, tri, diffusion',
        'Atelier : écrire les exigences de sécurité d’un contrat de logiciel en ligne',
      ],
      'Personnes, travail à distance et obligations': [
        'Avant, pendant et après l’emploi : vérifications, engagements, départ (6.1 à 6.6)',
        'Sensibilisation et signalement des événements : obtenir que l’on prévienne tôt (6.3 et 6.8)',
        'Travail à distance : équipements, lieux, règles applicables (6.7)',
        'Obligations légales, propriété intellectuelle, enregistrements, données personnelles (5.31 à 5.34)',
        'Exercice : dérouler le départ imprévu d’un administrateur, heure par heure',
      ],
    },
    'Mesures physiques et technologiques': {
      'Locaux, équipements et postes de travail': [
        'Périmètres, contrôle des entrées et surveillance des locaux (7.1 à 7.4)',
        'Alimentation, câblage, maintenance, mise au rebut des équipements (7.11 à 7.14)',
        'Terminaux, privilèges et authentification multifacteur (8.1 à 8.5)',
        'Programmes malveillants, vulnérabilités, configurations de référence (8.7 à 8.9)',
        'Exercice : repérer sur plan les faiblesses physiques d’un atelier et de ses bureaux',
      ],
      'Données, réseaux et développement': [
        'Suppression, masquage, prévention des fuites et sauvegarde (8.10 à 8.13)',
        'Sécurité et cloisonnement des réseaux, filtrage de la navigation, cryptographie (8.20 à 8.24)',
        'Développement : exigences, codage sécurisé, essais, séparation des environnements (8.25 à 8.31)',
        'Atelier : découper le réseau de la PME en VLAN (réseaux virtuels séparés) pour isoler les machines de production',
      ],
    },
    'Détecter, éprouver, améliorer': {
      'Incidents et continuité': [
        'Journalisation, surveillance, synchronisation des horloges (8.15 à 8.17)',
        'Planification de la réponse, qualification, collecte des preuves, enseignements (5.24 à 5.28)',
        'Sécurité pendant une perturbation et préparation des moyens informatiques (5.29 et 5.30)',
        'Exercice sur table : un rançongiciel se déclare un vendredi soir, chacun tient son rôle',
      ],
      'Mesure, essais et feuille de route': [
        'Indicateurs d’efficacité : source, seuil d’alerte, décision associée',
        'Essais : restauration complète, test d’intrusion, revue de configuration, hameçonnage simulé',
        'Revue indépendante, écarts aux politiques, gestion des dérogations (5.35 et 5.36)',
        'Atelier : fiches de mesure et feuille de route hiérarchisée, présentées comme devant une direction',
      ],
    },
    'Consolidation et examen': {
      'Consolidation thème par thème': [
        'Cas transversal : retrouver les mesures en défaut dans le récit d’un incident',
        'Retour sur les paires que l’on confond : identité et authentification, sauvegarde et redondance',
        'Questions de type examen, discutées avant d’être corrigées',
      ],
      'Passage de l’examen PECB': [
        'Accueil des candidats et lecture des règles de l’épreuve',
        'Examen de 3 heures, QCM',
        'Bilan individuel : les premières mesures à engager dès le retour en entreprise',
      ],
    },
  }),
  audience: [
    'Responsables de la sécurité (RSSI) ou de l’informatique et administrateurs qui mettent en œuvre les mesures',
    'Membres d’une équipe de sécurité, interne ou chez un infogérant',
    'Chefs de projet technique et architectes qui intègrent la sécurité dès la conception',
    'Consultants chargés d’un plan d’action après audit ou analyse de risques',
    'Délégués à la protection des données qui doivent apprécier des mesures techniques',
  ],
  prerequisites: [
    'Notions de base en sécurité de l’information et en systèmes d’information (réseau, postes, comptes, sauvegardes)',
    'Connaître l’existence et la logique d’ISO/IEC 27001 facilite la première journée',
  ],
  exam: {
    hours: 3, // product §9
    domains: [
      'Principes et concepts fondamentaux de la sécurité de l’information, de la cybersécurité et de la vie privée',
      'Système de management de la sécurité de l’information et lancement de la mise en œuvre d’ISO/IEC 27002',
      'Mise en œuvre et gestion des mesures organisationnelles et des mesures applicables aux personnes',
      'Mise en œuvre et gestion des mesures physiques et technologiques',
      'Mesure de la performance, essais et surveillance des mesures de sécurité',
    ],
    preparation:
      'Les mesures sont nombreuses : un aide-mémoire par thème vous est remis chaque soir et sert de base aux questions du lendemain. La dernière matinée est consacrée à un cas transversal, avant l’examen de l’après-midi. Les modalités de l’épreuve sont celles que fixe PECB.',
  },
  certificate: {
    worth:
      'Le titre atteste que vous savez choisir et faire fonctionner un ensemble de mesures de sécurité fondé sur un référentiel international. Le niveau que PECB accorde après l’examen (Provisional Manager, Manager, Lead Manager ou Senior Lead Manager) tient compte de votre parcours.',
    maintenance:
      'La certification est valable 3 ans. Les techniques d’attaque changent plus vite que les normes : la formation continue exigée pour la maintenir, déclarée à PECB selon ses conditions, vous donne l’occasion de suivre ce mouvement.',
  },
  method: [
    'Étude de chaque thème à partir d’incidents vraisemblables, puis retour au texte de la norme',
    'Cas d’une PME industrielle fictive, avec ses bureaux, son atelier, ses services cloud et ses salariés à distance',
    'Fiches de mesure remplies par les participants : responsable, réglage, preuve, indicateur',
    'Exercice de crise sur table, joué en temps compté puis analysé à froid',
  ],
  assessment:
    'Un questionnaire d’entrée situe vos connaissances techniques et organisationnelles. La progression se lit dans les fiches de mesure, l’exercice de crise et la feuille de route du quatrième jour. L’examen PECB a lieu le cinquième jour.',
  related: ['iso-27001-lead-implementer', 'iso-27032-lead-cybersecurity-manager', 'iso-27005-risk-manager'],
  updated: '2026-11-16',
};

import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-22301-lead-implementer',
  title: 'ISO 22301 Lead Implementer',
  certification: 'PECB Certified ISO 22301 Lead Implementer',
  standard: '22301',
  numberFill: 'bricks',
  durationDays: 5,
  domain: 'Continuité d’activité',
  description:
    'Mettre en place un système de management de la continuité d’activité : bilan d’impact (BIA), stratégies de reprise, plans, exercices et préparation de l’audit ISO 22301.',
  status: 'available',
  seo: {
    title: `Formation ISO 22301 Lead Implementer | ${site.company.name}`,
    description:
      'Du bilan d’impact à l’exercice de crise : cinq jours pour construire un plan de continuité conforme à ISO 22301:2019, avec l’examen PECB de 3 heures.',
  },
  lead: 'Incendie, inondation, rançongiciel, fournisseur défaillant : un plan de continuité ne vaut que s’il repose sur des délais étudiés et s’il a été essayé. Vous construisez en cinq jours celui d’un logisticien fictif, installé à Marseille et à Alger, en suivant ISO 22301:2019 exigence par exigence, jusqu’à l’exercice de crise. L’examen PECB clôt la semaine.',
  whyAttend: items({
    'Savoir ce qui doit redémarrer d’abord':
      'Le bilan d’impact sur l’activité (BIA) fixe, métier par métier, le délai au-delà duquel l’arrêt devient insupportable. Toutes les dépenses de secours en découlent.',
    'Des plans utilisables à trois heures du matin':
      'Une fiche réflexe d’une page, un annuaire à jour, un ordre de redémarrage : vous apprenez à écrire pour des équipes fatiguées, parfois privées de réseau et de messagerie.',
    'Une réponse aux demandes des clients et du législateur':
      'NIS 2 et, pour le secteur financier, DORA exigent une continuité organisée ; les appels d’offres aussi. Un système conforme à ISO 22301 fournit les preuves attendues.',
    'Un projet mené jusqu’à la certification':
      'Note de cadrage, calendrier, indicateurs, audit interne, revue de direction : la formation suit les étapes d’un vrai projet et prépare l’entreprise à la visite de l’auditeur.',
  }),
  objectives: [
    'Interpréter les exigences d’ISO 22301:2019 pour une organisation donnée, avec l’appui d’ISO 22313',
    'Cadrer le projet : domaine d’application, parties intéressées, ressources, engagement de la direction',
    'Conduire un bilan d’impact et une appréciation des risques d’interruption',
    'Retenir des solutions de continuité cohérentes avec les délais de reprise et le budget',
    'Rédiger les plans de continuité, de reprise informatique et de communication de crise',
    'Monter un programme d’exercices et en exploiter les enseignements',
    'Préparer l’organisation à l’audit de certification',
  ],
  programme: programme({
    'Comprendre la norme et cadrer le projet': {
      'La continuité et son système de management': [
        'Plan de continuité (PCA), plan de reprise (PRA), gestion de crise, secours informatique : qui couvre quoi',
        'ISO 22301:2019, chapitres 4 à 10, et son amendement de 2024 sur le changement climatique',
        'Les guides de la famille : ISO 22313, ISO/TS 22317 pour le BIA, ISO/TS 22331 pour les stratégies, ISO 22361 pour la crise',
        'Le système de management de la continuité d’activité (SMCA) et son cycle d’amélioration',
      ],
      'Contexte et lancement': [
        'Enjeux internes et externes, parties intéressées, obligations légales et contractuelles',
        'Délimiter le domaine d’application sans exclure ce dont dépendent les clients',
        'Analyse d’écarts et dossier d’opportunité pour la direction',
        'Atelier : note de cadrage et calendrier du projet du logisticien',
      ],
    },
    'Planifier et mesurer les impacts': {
      'Politique, rôles et moyens': [
        'Politique de continuité, objectifs mesurables, responsabilités et suppléances',
        'Compétences, sensibilisation, communication : qui parle à qui, avant et pendant l’arrêt',
        'Informations documentées : le juste nécessaire, accessible même système arrêté',
        'Atelier : politique signée par la direction et matrice des suppléants',
      ],
      'Bilan d’impact et risques': [
        'Conduire les entretiens du BIA selon ISO/TS 22317 : activités, produits, saisonnalité, impacts dans le temps',
        'Durée d’interruption maximale tolérable, délai de reprise (RTO), perte de données admissible (RPO), niveau minimal de service',
        'Dépendances : personnes, locaux, systèmes, énergie, transporteurs, fournisseur unique',
        'Atelier : BIA de l’entrepôt et du service douane, puis risques d’interruption les plus graves',
      ],
    },
    'Stratégies, solutions et plans': {
      'Choisir comment continuer': [
        'Solutions pour les locaux et les équipes : repli, travail à distance, polyvalence, accords de réciprocité',
        'Solutions pour les systèmes : sauvegarde immuable, site secondaire, reprise dans le cloud, mode dégradé sur papier',
        'Solutions pour les approvisionnements : double source, stock de sécurité, clauses de continuité',
        'Atelier : comparer le coût et le délai de trois solutions, puis défendre un choix',
      ],
      'Écrire les plans': [
        'Structure de réponse : critères d’activation, cellule de crise, pouvoirs de décision et de dépense',
        'Plans de continuité par activité, plan de reprise informatique, retour à la normale',
        'Alerter et informer : salariés, clients, autorités, presse ; messages préparés en plusieurs langues',
        'Atelier : fiche réflexe des deux premières heures et plan de continuité du quai d’expédition',
      ],
    },
    'Exercer, évaluer, améliorer': {
      'Le programme d’exercices': [
        'De la discussion sur table à l’essai grandeur nature : objectifs, sécurité, fréquence',
        'Écrire un scénario et son chronogramme, désigner animateurs et observateurs',
        'Exercice de crise : inondation de l’entrepôt un jour de pointe, la messagerie hors service',
        'Bilan à chaud, rapport d’exercice, actions suivies jusqu’à leur clôture',
      ],
      'Surveillance et préparation de l’audit': [
        'Indicateurs de continuité et évaluation des capacités, fournisseurs compris',
        'Audit interne, revue de direction, non-conformités et actions correctives',
        'Choisir un organisme de certification et se préparer aux deux étapes de l’audit initial',
        'Atelier : rassembler les preuves du logisticien et repérer celles qui manquent',
      ],
    },
    'Révision et examen': {
      'Le projet relu d’un bout à l’autre': [
        'Du BIA aux exercices : vérifier que chaque choix du logisticien découle du précédent',
        'Questionnaire d’entraînement et correction motivée, exigence à l’appui',
        'Distinguer les durées et délais de la norme, que les questions rapprochent volontiers',
      ],
      'Passage de l’examen': [
        'Examen de 3 heures, QCM, portant sur la mise en œuvre d’un SMCA',
        'Étapes suivantes : résultat, constitution du dossier de certification, choix du titre demandé',
      ],
    },
  }),
  audience: [
    'Responsables de la continuité d’activité (RPCA) et leurs correspondants',
    'Responsables informatiques chargés d’un plan de reprise',
    'Directeurs des opérations, des sites ou de la logistique',
    'Responsables de la sécurité, des risques ou de la qualité',
    'Consultants et chefs de projet qui accompagnent une certification ISO 22301',
  ],
  prerequisites: [
    'Connaître les principes de la continuité d’activité ; une lecture préalable d’ISO 22301 est recommandée',
    'Avoir participé à un projet d’organisation, de qualité ou de secours informatique facilite les ateliers',
  ],
  exam: {
    hours: 3,
    domains: [
      'Principes et concepts fondamentaux du management de la continuité d’activité',
      'Exigences du système de management de la continuité d’activité (SMCA)',
      'Planification de la mise en œuvre d’un SMCA selon ISO 22301',
      'Mise en œuvre d’un SMCA selon ISO 22301',
      'Évaluation des performances, surveillance et mesure du SMCA',
      'Amélioration continue du SMCA',
      'Préparation à l’audit de certification',
    ],
    preparation:
      'Chaque atelier est relié aux exigences sur lesquelles portent les questions. Le cinquième matin, un questionnaire d’entraînement montre à chacun les chapitres à relire avant l’épreuve de l’après-midi.',
  },
  certificate: {
    worth:
      'Le titre « PECB Certified ISO 22301 Lead Implementer » atteste que vous pouvez conduire un projet de continuité, du cadrage à l’audit. Il appuie une candidature de responsable de la continuité ou une réponse à appel d’offres. Après l’examen, PECB attribue le titre qui correspond à votre expérience de projet.',
    maintenance:
      'Une fois obtenu, le titre est valable 3 ans. Son maintien passe par la formation continue : exercices conduits, projets menés, cours ou conférences, justifiés selon les conditions de PECB.',
  },
  method: [
    'Un projet complet, celui du logisticien, réparti entre des équipes qui se relisent mutuellement',
    'Entretiens de BIA joués à deux, l’un dans le rôle du métier, l’autre dans celui du chef de projet',
    'Exercice de crise en salle ou à distance, avec appels, messages et imprévus',
    'Trames de BIA, de plan et de rapport d’exercice fournies dans un format modifiable',
  ],
  assessment:
    'Avant la session, un questionnaire relève votre expérience de la continuité et vos attentes. Le BIA, la fiche réflexe et le rapport d’exercice de chaque équipe sont confrontés aux exigences de la norme. L’examen PECB du cinquième jour, un QCM de 3 heures, mesure les connaissances individuelles.',
  related: ['iso-22301-lead-auditor', 'iso-31000-risk-manager', 'iso-27001-lead-implementer'],
  updated: '2026-11-16',
};

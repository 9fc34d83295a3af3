import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-27001-lead-implementer',
  status: 'available',
  title: 'ISO 27001 Lead Implementer',
  certification: 'PECB Certified ISO/IEC 27001 Lead Implementer',
  standard: '27001',
  numberFill: 'bricks',
  durationDays: 5,
  domain: 'Sécurité de l’information',
  description:
    'Construire un système de management de la sécurité de l’information conforme à ISO/IEC 27001:2022 et le mener jusqu’à l’audit de certification.',
  seo: {
    title: `Formation ISO 27001 Lead Implementer | ${site.company.name}`,
    description:
      '5 jours pour bâtir un SMSI certifiable : périmètre, risques, déclaration d’applicabilité, audit interne. Examen PECB de 3 heures le dernier jour.',
  },
  lead: 'Un donneur d’ordre réclame un certificat ISO 27001, un appel d’offres l’exige, votre assureur pose des questions auxquelles personne ne sait répondre. En cinq jours, vous apprenez à conduire ce projet : délimiter le périmètre, apprécier les risques, choisir les mesures, écrire ce que l’auditeur lira, puis tenir le système dans la durée.',
  whyAttend: items({
    'Un pilote issu de la maison':
      'Un système de management de la sécurité de l’information (SMSI) repose sur des décisions que seule l’entreprise peut prendre : ce qu’elle protège, ce qu’elle accepte de risquer, qui répond de quoi. Avec un pilote formé, ces décisions se prennent au bon moment et le savoir-faire reste chez vous après le départ du consultant.',
    'Un périmètre à votre mesure':
      'Vouloir tout certifier d’emblée épuise les équipes et le budget. Vous apprenez à circonscrire le domaine d’application à l’activité que vos clients veulent voir couverte, et à justifier ses limites devant un auditeur.',
    'Des documents écrits pendant la formation':
      'Politique de sécurité, registre des risques, déclaration d’applicabilité (la liste argumentée des mesures retenues ou écartées), plan de traitement : chaque atelier produit un document que vous pourrez transposer dès votre retour.',
    'La norme telle qu’elle s’applique aujourd’hui':
      'Le programme suit l’édition 2022 et son amendement 1 de 2024, qui demande de déterminer si le changement climatique est un enjeu pertinent pour l’organisme. Les 93 mesures de l’annexe A y sont abordées sous l’angle du choix et de la preuve.',
  }),
  objectives: [
    'Expliquer les exigences des chapitres 4 à 10 d’ISO/IEC 27001:2022 et le rôle de l’annexe A',
    'Délimiter le domaine d’application d’un SMSI et obtenir l’engagement de la direction',
    'Apprécier les risques et bâtir un plan de traitement approuvé par leurs propriétaires',
    'Rédiger une déclaration d’applicabilité justifiée mesure par mesure',
    'Organiser les compétences, la sensibilisation et la documentation du système',
    'Définir des indicateurs, un programme d’audit interne et une revue de direction',
    'Traiter une non-conformité jusqu’à la vérification de son action corrective',
    'Préparer l’entreprise aux deux étapes de l’audit de certification',
  ],
  programme: programme({
    'Comprendre la norme et lancer le projet': {
      'Le système de management et ses exigences': [
        'Famille ISO/IEC 27000 : la norme qui exige (27001) et celles qui guident (27002, 27003, 27004, 27005)',
        'Confidentialité, intégrité, disponibilité : des incidents de PME relus à travers ces trois propriétés',
        'Lecture commentée des chapitres 4 à 10 et de l’amendement 1:2024',
        'Certification des organismes : qui accrédite, qui certifie, ce que le certificat affirme',
      ],
      'Contexte, parties intéressées et périmètre': [
        'Enjeux internes et externes, attentes des clients, des autorités et des assureurs',
        'Analyse d’écarts : comparer l’existant aux exigences sans bloquer les équipes',
        'Dossier de lancement : charges, rôles, calendrier, points de décision',
        'Atelier : rédiger le domaine d’application d’un cabinet comptable fictif et le défendre devant ses associés',
      ],
    },
    'Planifier : gouvernance, risques et mesures': {
      'Direction, politique et objectifs': [
        'Chapitre 5 : ce que la direction décide elle-même et ce qu’elle délègue',
        'Politique de sécurité de l’information et politiques thématiques : longueur utile, ton, approbation',
        'Responsabilités du RSSI (responsable de la sécurité), des propriétaires de risques et des responsables d’actifs',
        'Objectifs de sécurité mesurables et planification des modifications (6.2 et 6.3)',
      ],
      'Du risque à la déclaration d’applicabilité': [
        'Critères d’acceptation et échelles de vraisemblance et de conséquence (6.1.2)',
        'Identification, analyse et évaluation des risques avec ceux qui en répondent',
        'Options de traitement et comparaison avec les 93 mesures de l’annexe A (6.1.3)',
        'Atelier : registre des risques, plan de traitement et déclaration d’applicabilité du cabinet fictif',
      ],
    },
    'Mettre en œuvre le SMSI': {
      'Déployer les mesures retenues': [
        'Ordonner le déploiement selon l’urgence, les dépendances et la charge des équipes',
        'Concevoir une mesure complète : responsable, procédure, trace de fonctionnement',
        'Encadrer les fournisseurs et les services cloud : clauses, évaluation, suivi',
        'Relier incidents, sauvegardes et continuité d’activité au plan de traitement',
        'Atelier : décrire la mesure « sauvegarde », de la copie immuable au test de restauration',
      ],
      'Compétences, sensibilisation et documentation': [
        'Plan de compétences et sensibilisation par métier (7.2 et 7.3)',
        'Communication interne et externe : qui parle, à qui, à quel moment (7.4)',
        'Informations documentées : l’indispensable, l’utile et le superflu (7.5)',
        'Maîtrise opérationnelle : changements et processus confiés à des tiers (8.1)',
        'Exercice : alléger un fonds documentaire devenu illisible sans perdre une preuve',
      ],
    },
    'Mesurer, corriger, se présenter à l’audit': {
      'Surveillance, audit interne et revue de direction': [
        'Indicateurs selon ISO/IEC 27004 : ce que l’on mesure et la décision qui en dépend',
        'Programme d’audit interne et indépendance de l’auditeur dans une petite structure',
        'Revue de direction : éléments d’entrée, décisions attendues, compte rendu',
        'Atelier : un tableau de bord d’une page pour un comité de direction',
      ],
      'Amélioration et audit de certification': [
        'Non-conformité : correction immédiate, recherche des causes, action corrective (10.2)',
        'Choix d’un organisme de certification accrédité et contrat d’audit',
        'Étape 1, étape 2, surveillance annuelle, renouvellement : ce qui est vérifié à chaque fois',
        'Simulation : passer en revue le dossier du cabinet fictif avant l’étape 1',
      ],
    },
    'Révision et examen': {
      'Révision par domaine de compétence': [
        'Synthèse des sept domaines à partir des documents produits dans la semaine',
        'Questions d’entraînement corrigées en groupe, avec renvoi au paragraphe de la norme',
        'Reprise des points que chaque participant a signalés comme fragiles',
      ],
      'Examen de certification PECB': [
        'Rappel des consignes et installation des candidats',
        'Examen de 3 heures, QCM',
        'Suite à donner : résultat, choix du titre visé et dossier de candidature auprès de PECB',
      ],
    },
  }),
  audience: [
    'RSSI, directeurs et responsables informatiques chargés d’un projet de certification',
    'Chefs de projet et consultants qui accompagnent la mise en place d’un SMSI',
    'Dirigeants et associés qui parrainent le projet et veulent en comprendre les décisions',
    'Responsables qualité ou conformité qui étendent un système de management existant',
    'Auditeurs désireux de connaître le travail de ceux qu’ils auditent',
  ],
  prerequisites: [
    'Connaissance générale des principes de la sécurité de l’information et première lecture d’ISO/IEC 27001',
    'Aucune compétence technique avancée : savoir comment fonctionne une entreprise importe autant que connaître ses serveurs',
  ],
  exam: {
    hours: 3, // product §9
    domains: [
      'Principes et concepts fondamentaux d’un système de management de la sécurité de l’information',
      'Exigences du SMSI selon ISO/IEC 27001',
      'Planification de la mise en œuvre du SMSI',
      'Mise en œuvre du SMSI',
      'Surveillance et mesure du SMSI',
      'Amélioration continue du SMSI',
      'Préparation à l’audit de certification du SMSI',
    ],
    preparation:
      'Chaque journée se termine par une série de questions sur les chapitres traités. La matinée du cinquième jour est réservée à la révision, l’après-midi à l’examen. Les documents admis en salle et les conditions d’une seconde tentative suivent le règlement de PECB, remis avec la convocation.',
  },
  certificate: {
    worth:
      'Le titre atteste que vous savez conduire la mise en œuvre d’un SMSI, de la décision de la direction à l’audit externe. L’examen réussi, PECB accorde selon votre expérience le titre de Provisional Implementer, Implementer, Lead Implementer ou Senior Lead Implementer.',
    maintenance:
      'La certification est valable 3 ans. Elle se maintient par la formation continue : projets conduits, veille normative et formations suivies, que vous déclarez à PECB selon ses conditions.',
  },
  method: [
    'Exposés courts, chacun relié à un paragraphe de la norme',
    'Cas fil rouge : la mise en place du SMSI d’un cabinet comptable fictif, du premier comité à l’audit',
    'Ateliers en petits groupes, dont chaque production est relue par le formateur',
    'Modèles de documents modifiables, remis à la fin de la formation',
  ],
  assessment:
    'Un questionnaire de positionnement précède la formation. Les acquis sont vérifiés au fil des ateliers (périmètre, registre des risques, déclaration d’applicabilité, tableau de bord) et par les questions de fin de journée, puis validés par l’examen PECB du cinquième jour.',
  related: ['iso-27001-lead-auditor', 'iso-27002-lead-manager', 'iso-27005-risk-manager'],
  updated: '2026-11-16',
};

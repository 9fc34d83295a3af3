import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-27001-lead-auditor',
  status: 'available',
  title: 'ISO 27001 Lead Auditor',
  certification: 'PECB Certified ISO/IEC 27001 Lead Auditor',
  standard: '27001',
  numberFill: 'hatching',
  durationDays: 5,
  domain: 'Sécurité de l’information',
  description:
    'Préparer, conduire et conclure un audit de SMSI selon ISO 19011 et ISO/IEC 17021-1, diriger une équipe d’audit et rédiger des constats fondés sur des preuves.',
  seo: {
    title: `Formation ISO 27001 Lead Auditor | ${site.company.name}`,
    description:
      'Plan d’audit, entretiens, preuves, rapports de non-conformité : 5 jours de mises en situation pour diriger un audit ISO 27001. Examen PECB le 5e jour.',
  },
  lead: 'Un audit bien conduit montre à une direction où son système de management de la sécurité de l’information (SMSI) tient et où il cède, preuves à l’appui. Vous apprenez ici à préparer la mission, interroger, observer, recouper, puis à formuler des constats que l’audité peut comprendre et corriger. La méthode vaut pour un audit interne, chez un fournisseur ou pour le compte d’un organisme de certification.',
  whyAttend: items({
    'Des constats qui résistent à la discussion':
      'Une non-conformité se rédige en trois temps : l’exigence, la preuve, l’écart. Vous en écrivez plusieurs, le groupe les conteste, le formateur arbitre. C’est ainsi qu’une impression devient un constat.',
    'Un audit interne crédible':
      'La norme impose des audits internes objectifs et impartiaux. Dans une petite entreprise, celui qui a écrit les procédures est souvent le seul à les connaître : vous voyez comment organiser l’indépendance malgré tout.',
    'Un autre regard sur vos fournisseurs':
      'La directive NIS 2 demande aux entités concernées de maîtriser la sécurité de leur chaîne d’approvisionnement. Savoir auditer un prestataire donne un contenu à cette obligation, au-delà du questionnaire renvoyé par e-mail.',
    'L’autre côté de la table':
      'Si votre entreprise vise elle-même le certificat, vous saurez ce que l’auditeur cherche, pourquoi il insiste, et comment lui répondre avec exactitude.',
  }),
  objectives: [
    'Interpréter les exigences d’ISO/IEC 27001:2022 comme critères d’audit vérifiables',
    'Appliquer les principes d’ISO 19011 et les règles d’ISO/IEC 17021-1 propres à la certification',
    'Établir un plan d’audit fondé sur les risques et un échantillonnage défendable',
    'Mener des entretiens et réunir des preuves d’audit concordantes',
    'Classer un constat et rédiger un rapport de non-conformité exploitable',
    'Animer les réunions d’ouverture et de clôture, y compris en situation tendue',
    'Évaluer un plan d’actions correctives et en vérifier l’efficacité',
    'Bâtir et piloter un programme d’audit',
  ],
  programme: programme({
    'Le référentiel et le métier d’auditeur': {
      'ISO/IEC 27001:2022 lue par l’auditeur': [
        'Chapitres 4 à 10 : repérer ce qui est exigible et la preuve que l’on peut en attendre',
        'Déclaration d’applicabilité et annexe A : comment elles entrent dans les critères d’audit',
        'Amendement 1:2024 : vérifier que le changement climatique a été examiné, sans outrepasser le texte',
        'Exercice : associer à une série d’exigences les preuves recevables et celles qui ne prouvent rien',
      ],
      'Principes et cadre normatif de l’audit': [
        'Audits de première, de deuxième et de tierce partie : commanditaire, finalité, latitude',
        'Les principes d’audit d’ISO 19011, et ce qu’ils demandent à l’auditeur sur le terrain',
        'ISO/IEC 17021-1 et ISO/IEC 27006-1 : les règles imposées aux organismes de certification',
        'Impartialité et conflits d’intérêts : des situations ambiguës à trancher en groupe',
      ],
    },
    'Préparer l’audit et ouvrir la mission': {
      'Déclenchement et étape 1': [
        'Objectifs, champ et critères ; faisabilité et premier contact avec l’audité',
        'Composer l’équipe : compétences requises, experts techniques, observateurs',
        'Importance relative et assurance raisonnable : jusqu’où pousser les vérifications',
        'Étape 1 : revue documentaire et décision de poursuivre',
        'Atelier : relever les faiblesses du dossier d’un éditeur de logiciels fictif',
      ],
      'Plan d’audit et réunion d’ouverture': [
        'Plan d’audit : enchaînement des entretiens, répartition entre auditeurs, marges',
        'Échantillonnage raisonné ou statistique : choisir, justifier, consigner',
        'Listes de contrôle qui guident l’auditeur sans l’enfermer',
        'Audit à distance : outils, confidentialité des écrans partagés, limites à signaler',
        'Mise en situation : conduire une réunion d’ouverture face à un dirigeant pressé',
      ],
    },
    'Conduire l’étape 2': {
      'Recueillir et recouper les preuves': [
        'Entretien : question ouverte, reformulation, silence, demande de trace',
        'Observation sur place, examen d’enregistrements, lecture de configurations et de journaux',
        'Auditer le système selon ISO/IEC 27007, évaluer ses mesures avec ISO/IEC TS 27008',
        'Jeu de rôle : auditer la gestion des droits d’accès et les comptes d’anciens salariés',
      ],
      'Construire les constats': [
        'Conformité, non-conformité mineure ou majeure, opportunité d’amélioration : où passent les frontières',
        'Rédaction en trois temps : exigence, preuve, écart',
        'Relecture croisée des constats au sein de l’équipe et tenue des notes d’audit',
        'Atelier : rapports de non-conformité tirés du jeu de rôle du matin, contestés puis réécrits',
      ],
    },
    'Conclure, suivre et piloter': {
      'Conclusions, clôture et rapport': [
        'Réunion de l’équipe d’audit : de la somme des constats à une conclusion motivée',
        'Mise en situation : réunion de clôture avec un constat contesté par l’audité',
        'Rapport d’audit : contenu, destinataires, confidentialité, conservation',
        'Plan d’actions correctives : distinguer la cause traitée du symptôme effacé',
      ],
      'Suites de l’audit et programme d’audit': [
        'Vérification de l’efficacité des actions et levée des non-conformités',
        'Cycle de certification : surveillance, renouvellement, suspension, retrait',
        'Programme d’audit : risques, ressources, fréquence, revue',
        'Compétence des auditeurs : évaluation, observation en mission, progression',
        'Atelier : programme annuel d’audit interne d’une entreprise à plusieurs sites',
      ],
    },
    'Audit blanc et examen': {
      'Audit blanc commenté': [
        'Parcours complet d’un dossier inédit, de la lettre de mission à la recommandation finale',
        'Révision des sept domaines de compétence au fil du dossier',
        'Entraînement chronométré, suivi d’une correction collective',
      ],
      'Épreuve de certification PECB': [
        'Vérifications d’usage et présentation du règlement de l’épreuve',
        'Examen de 3 heures, QCM',
        'Constituer son journal d’audits : ce que PECB demande pour délivrer le titre',
      ],
    },
  }),
  audience: [
    'Auditeurs internes et futurs responsables d’équipe d’audit',
    'Consultants et auditeurs appelés à intervenir pour un organisme de certification',
    'Responsables de la sécurité ou de la conformité qui commandent ou reçoivent des audits',
    'Responsables des achats et des prestataires qui évaluent la sécurité de leurs fournisseurs',
    'Auditeurs qualité ou environnement qui élargissent leur champ à la sécurité de l’information',
  ],
  prerequisites: [
    'Bonne connaissance d’ISO/IEC 27001 et des notions de base de la sécurité de l’information',
    'Une première participation à un audit, comme auditeur ou comme audité, est conseillée sans être exigée',
  ],
  exam: {
    hours: 3, // product §9
    domains: [
      'Principes et concepts fondamentaux du système de management de la sécurité de l’information',
      'Système de management de la sécurité de l’information (SMSI)',
      'Concepts et principes fondamentaux de l’audit',
      'Préparation d’un audit ISO/IEC 27001',
      'Réalisation d’un audit ISO/IEC 27001',
      'Clôture d’un audit ISO/IEC 27001',
      'Gestion d’un programme d’audit ISO/IEC 27001',
    ],
    preparation:
      'L’audit blanc de la dernière matinée reproduit le raisonnement attendu : lire une situation, retrouver l’exigence, peser la preuve. L’examen suit, l’après-midi. Le règlement de PECB précise les documents autorisés et les conditions de repassage.',
  },
  certificate: {
    worth:
      'Le titre atteste que vous savez planifier un audit de SMSI, diriger l’équipe et en assumer les conclusions. Réussir l’examen ouvre droit à une candidature ; PECB fixe le niveau (Provisional Auditor, Auditor, Lead Auditor ou Senior Lead Auditor) d’après vos années de pratique et vos missions d’audit.',
    maintenance:
      'La certification est valable 3 ans et se maintient par la formation continue. Tenez à jour vos heures d’audit et vos actions de perfectionnement : PECB vous demandera de les déclarer, selon ses conditions.',
  },
  method: [
    'Jeux de rôle : chaque participant est tour à tour auditeur, audité et observateur',
    'Dossier d’audit complet d’un éditeur de logiciels fictif, avec ses pièces justes et ses pièces trompeuses',
    'Rédaction individuelle de constats, corrigés un à un par le formateur',
    'Retour du groupe après chaque mise en situation, sur la posture comme sur le fond',
    'Trames remises aux participants : plan d’audit, liste de contrôle, rapport de non-conformité, rapport final',
  ],
  assessment:
    'Un questionnaire mesure vos connaissances de la norme avant l’entrée en formation. Le formateur évalue ensuite le plan d’audit, la conduite d’entretien et les rapports de non-conformité à l’aide d’une grille remise le premier jour. L’examen PECB du cinquième jour sanctionne le parcours.',
  related: ['iso-27001-lead-implementer', 'iso-27005-risk-manager', 'iso-22301-lead-auditor'],
  updated: '2026-11-16',
};

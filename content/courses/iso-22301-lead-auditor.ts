import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-22301-lead-auditor',
  title: 'ISO 22301 Lead Auditor',
  certification: 'PECB Certified ISO 22301 Lead Auditor',
  standard: '22301',
  numberFill: 'hatching',
  durationDays: 5,
  domain: 'Continuité d’activité',
  description:
    'Planifier, conduire et conclure un audit de la continuité d’activité selon ISO 22301, avec les règles d’ISO 19011 et d’ISO/IEC 17021-1 : plan d’audit, entretiens, constats, rapport.',
  status: 'available',
  seo: {
    title: `Formation ISO 22301 Lead Auditor | ${site.company.name}`,
    description:
      'Auditer un plan de continuité et le prouver par écrit : cinq jours de jeux de rôle et de rédaction de constats, puis l’examen PECB de 3 heures.',
  },
  lead: 'Un plan de continuité peut être bien présenté et ne pas fonctionner. Le travail de l’auditeur consiste à le découvrir avant la crise, preuves en main et sans froisser ceux qu’il interroge. Cette formation de cinq jours suit un audit complet, celui d’une clinique fictive et de son hébergeur, de l’acceptation du mandat au suivi des actions correctives.',
  whyAttend: items({
    'Un regard qui va au-delà des documents':
      'Le délai de reprise annoncé est-il tenable au vu du contrat de sauvegarde et du dernier test ? Vous apprenez à croiser les sources jusqu’à obtenir une preuve vérifiable.',
    'Des constats difficiles à contester':
      'Une exigence, un fait, une preuve : une non-conformité bien rédigée évite de longues discussions en réunion de clôture. Vous en rédigez plusieurs, relues par une autre équipe.',
    'Trois usages du même savoir-faire':
      'Auditer son propre organisme, contrôler un fournisseur critique ou intervenir pour un organisme de certification : les règles diffèrent, et la formation signale chaque fois en quoi.',
    'La conduite d’une équipe':
      'Répartir les thèmes, tenir l’horaire, trancher un désaccord entre auditeurs, annoncer une mauvaise nouvelle à une direction : le responsable d’audit se forme en situation.',
  }),
  objectives: [
    'Expliquer le fonctionnement d’un système de management de la continuité d’activité (SMCA) et lire ISO 22301:2019 en auditeur',
    'Appliquer les principes d’audit d’ISO 19011 et les règles de certification d’ISO/IEC 17021-1',
    'Répartir le temps d’audit selon les enjeux de continuité et composer l’équipe',
    'Recueillir et corroborer des preuves par l’entretien, l’observation et l’échantillonnage',
    'Rédiger, classer et défendre des constats d’audit',
    'Ouvrir l’audit, le clore devant la direction et en remettre le rapport',
    'Juger la réponse de l’audité aux non-conformités et gérer un programme d’audit',
  ],
  programme: programme({
    'Le référentiel et le métier': {
      'ISO 22301 lue par un auditeur': [
        'Exigence, recommandation, possibilité : ce que l’auditeur peut opposer à l’audité',
        'Les chapitres 4 à 10 et, pour chacun, les preuves que l’on s’attend à trouver',
        'Le chapitre 8, cœur du système : impacts, stratégies, plans, exercices, évaluation des capacités',
        'Atelier : rattacher des situations observées à la clinique aux exigences de la norme',
      ],
      'Audit, certification, accréditation': [
        'Audit interne, audit de fournisseur, audit de certification : commanditaires et règles propres à chacun',
        'ISO 19011, guide commun à tous les audits, et ce qu’elle demande à l’auditeur comme à son responsable',
        'ISO/IEC 17021-1 : impartialité, étapes 1 et 2, surveillance, renouvellement du certificat',
        'Compétences de l’auditeur de continuité selon ISO/IEC TS 17021-6 ; indépendance et secret professionnel',
      ],
    },
    'Préparer l’audit': {
      'Du mandat à l’étape 1': [
        'Objectifs, champ et critères d’audit ; conditions à réunir avant d’accepter la mission',
        'Approche fondée sur la preuve et sur les risques : où placer le temps disponible',
        'Étape 1 : examen des documents, visite du site, décision de passer ou non à l’étape 2',
        'Atelier : revue documentaire du SMCA de la clinique et liste des points d’attention',
      ],
      'Le plan d’audit et l’ouverture': [
        'Plan d’audit : thèmes, horaires, interlocuteurs, déplacements entre sites, travail de nuit',
        'Constituer l’équipe : experts techniques, observateurs, interprètes',
        'Listes de vérification : un aide-mémoire, jamais un interrogatoire',
        'Atelier : plan de l’étape 2, puis réunion d’ouverture jouée devant le groupe',
      ],
    },
    'Recueillir les preuves': {
      'Interroger, observer, échantillonner': [
        'Questions ouvertes, silences, reformulation : mener un entretien avec un directeur ou un technicien d’astreinte',
        'Échantillonner selon le jugement ou la statistique, et en connaître les limites',
        'Audit à distance : partage d’écran, visite filmée, confidentialité des données de santé',
        'Jeu de rôle : entretiens avec la directrice des soins et le responsable informatique de la clinique',
      ],
      'Auditer le chapitre 8 sur le terrain': [
        'Éprouver un bilan d’impact sur l’activité (BIA) : activités oubliées, délais choisis par habitude, dépendances sans propriétaire',
        'Rapprocher délai de reprise, contrat d’hébergement et compte rendu de restauration',
        'Assister à un exercice de continuité en observateur, sans y prendre part',
        'Atelier : dossier de preuves contradictoires sur le groupe électrogène et la sauvegarde',
      ],
    },
    'Conclure et suivre': {
      'Des constats au rapport': [
        'Conformité, opportunité d’amélioration, non-conformité mineure ou majeure : les critères de classement',
        'Rédiger une fiche de non-conformité : exigence, énoncé, preuve',
        'Revue des constats en équipe : tendances, désaccords, recommandation du responsable',
        'Atelier : fiches de non-conformité de la clinique, relues par une autre équipe',
      ],
      'Clôture, suites et programme d’audit': [
        'Réunion de clôture : annoncer, écouter, ne pas négocier les faits',
        'Rapport d’audit, analyse des causes par l’audité, acceptation du plan d’actions et vérification',
        'Programme d’audit interne sur plusieurs années : priorités, ressources, indicateurs, amélioration',
        'Jeu de rôle : réunion de clôture avec une direction qui conteste une non-conformité majeure',
      ],
    },
    'Révision et examen': {
      'L’audit rejoué en accéléré': [
        'Reprise chronologique de l’audit de la clinique : à chaque étape, la règle et l’erreur à éviter',
        'Cas courts à trancher seul : constat recevable ou non, mineur ou majeur, audit à suspendre ou à poursuivre',
        'Correction d’un questionnaire d’entraînement',
      ],
      'Examen final': [
        'Examen de 3 heures, QCM, des principes de la continuité à la gestion d’un programme d’audit',
        'Conseils pour accumuler et documenter une expérience d’audit recevable',
      ],
    },
  }),
  audience: [
    'Auditeurs internes et responsables de l’audit',
    'Auditeurs d’autres systèmes de management qui étendent leur compétence à la continuité',
    'Responsables de la continuité d’activité qui préparent leur organisme à un audit',
    'Responsables des achats ou des risques chargés de contrôler des fournisseurs critiques',
    'Consultants qui réalisent des audits à blanc',
  ],
  prerequisites: [
    'Connaître les notions de base de la continuité d’activité et d’ISO 22301',
    'Une expérience d’audit, d’un côté ou de l’autre de la table, est utile sans être exigée',
    'Être à l’aise avec la rédaction : constats et rapport sont écrits pendant les ateliers',
  ],
  exam: {
    hours: 3,
    domains: [
      'Principes et concepts fondamentaux de la continuité d’activité',
      'Le système de management de la continuité d’activité (SMCA)',
      'Concepts et principes fondamentaux de l’audit',
      'Préparation d’un audit ISO 22301',
      'Réalisation d’un audit ISO 22301',
      'Clôture d’un audit ISO 22301',
      'Gestion d’un programme d’audit ISO 22301',
    ],
    preparation:
      'Les questions se répartissent entre la norme et la pratique de l’audit. Des cas courts, posés tout au long de la semaine puis le dernier matin, entraînent à décider vite sur des faits incomplets.',
  },
  certificate: {
    worth:
      'Le titre « PECB Certified ISO 22301 Lead Auditor » atteste que vous savez planifier et diriger un audit de continuité. Il intéresse les directions de l’audit, les donneurs d’ordre et les organismes de certification, qui gardent leurs propres règles de qualification. PECB l’accorde en tenant compte des audits que vous avez réalisés.',
    maintenance:
      'Le titre d’auditeur est valable 3 ans. Vous le conservez en pratiquant et en vous formant : audits réalisés et heures de formation continue se déclarent selon les conditions de PECB.',
  },
  method: [
    'Un audit complet en fil conducteur, avec le fonds documentaire de la clinique et de son hébergeur',
    'Jeux de rôle avec consignes secrètes : audité bavard, direction pressée, preuve introuvable',
    'Relecture croisée des fiches de non-conformité entre équipes',
    'Retour individuel sur la posture : écoute, neutralité, maîtrise du temps',
  ],
  assessment:
    'Un questionnaire préalable vérifie vos bases sur ISO 22301 et sur l’audit. Le formateur observe chaque participant dans au moins un jeu de rôle et annote ses constats écrits. L’épreuve finale est l’examen PECB du cinquième jour : un QCM de 3 heures.',
  related: ['iso-22301-lead-implementer', 'iso-27001-lead-auditor', 'iso-31000-risk-manager'],
  updated: '2026-11-16',
};

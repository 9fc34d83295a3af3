import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-27005-risk-manager',
  status: 'available',
  title: 'ISO 27005 Risk Manager',
  certification: 'PECB Certified ISO/IEC 27005 Risk Manager',
  standard: '27005',
  numberFill: 'levels',
  durationDays: 3,
  domain: 'Gestion des risques',
  description:
    'Identifier, analyser, évaluer et traiter les risques de sécurité de l’information selon ISO/IEC 27005:2022, par les événements et par les actifs.',
  seo: {
    title: `Formation ISO 27005 Risk Manager | ${site.company.name}`,
    description:
      '3 jours pour apprécier et traiter vos risques de sécurité : scénarios, échelles, plan de traitement, risque résiduel. Examen PECB de 2 h 30 le 3e jour.',
  },
  lead: 'Faut-il d’abord durcir la messagerie, doubler la sauvegarde ou revoir un contrat ? Sans analyse de risques, c’est la dernière alerte lue dans la presse qui décide. En trois jours, vous apprenez à bâtir une appréciation des risques que la direction comprend, que l’auditeur accepte et qui débouche sur des décisions.',
  whyAttend: items({
    'La pièce maîtresse du SMSI':
      'ISO/IEC 27001, qui régit le système de management de la sécurité de l’information (SMSI), exige une appréciation des risques cohérente, dont les résultats puissent être comparés d’une fois à l’autre. ISO/IEC 27005:2022 en donne le mode d’emploi, paragraphe par paragraphe.',
    'Deux approches, une seule analyse':
      'L’approche par événements part de ce que l’entreprise redoute et de ceux qui pourraient le provoquer. L’approche par actifs descend au serveur, au compte, au prestataire. Vous pratiquez les deux et vous saurez quand passer de l’une à l’autre.',
    'Parler de risque à ceux qui décident':
      'Une matrice colorée ne suffit pas à obtenir un arbitrage. Vous apprenez à présenter un scénario en langage de métier : ce qui peut arriver, ce que cela coûterait à l’activité, ce que l’on propose, ce qui restera à accepter.',
    'Un vocabulaire commun avec les autres méthodes':
      'EBIOS Risk Manager, MEHARI, OCTAVE : la norme fournit le cadre qui permet de les situer et d’en changer sans tout recommencer.',
  }),
  objectives: [
    'Définir les termes du risque et le processus d’ISO/IEC 27005:2022, en lien avec ISO 31000 et ISO/IEC 27001',
    'Établir le contexte, les critères d’acceptation et les échelles d’une analyse',
    'Identifier des risques par les événements et par les actifs, et décrire des scénarios complets',
    'Analyser conséquences et vraisemblance, puis classer les risques par priorité',
    'Choisir une option de traitement et confronter les mesures à l’annexe A d’ISO/IEC 27001',
    'Faire approuver le plan de traitement et accepter le risque résiduel par les propriétaires des risques',
    'Organiser la communication, la surveillance et le réexamen des risques',
  ],
  programme: programme({
    'Cadre, contexte et critères': {
      'Notions et référentiels': [
        'Source de risque, événement, conséquence, vraisemblance : des mots précis pour éviter de longs débats',
        'ISO 31000, ISO/IEC 27001 (6.1.2 et 6.1.3) et ISO/IEC 27005 : qui demande quoi',
        'Apports de l’édition 2022 : scénarios de risque, approches par événements et par actifs',
        'Cycle stratégique et cycle opérationnel de la gestion des risques',
        'Exercice : démêler menace, vulnérabilité et risque dans un registre mal rédigé',
      ],
      'Programme de gestion des risques et contexte': [
        'Gouvernance : mandat de la direction, propriétaires des risques, moyens',
        'Exigences des parties intéressées : lois, contrats, règles du secteur',
        'Critères d’acceptation et critères de réalisation des appréciations',
        'Choisir une méthode adaptée à la maturité et au temps disponible',
        'Atelier : fixer les échelles et le seuil d’acceptation d’une clinique fictive',
      ],
    },
    'Apprécier et traiter les risques': {
      'Identification et analyse': [
        'Approche par événements : sources de risque, objectifs visés, écosystème, scénarios stratégiques',
        'Approche par actifs : actifs métier et de support, menaces, vulnérabilités, scénarios opérationnels',
        'Désigner un propriétaire pour chaque risque et tenir compte des mesures en place',
        'Analyse qualitative, semi-quantitative ou quantitative : portée et limites',
        'Atelier : décrire et coter les scénarios de la clinique, du vol de dossiers à l’arrêt des soins programmés',
      ],
      'Évaluation, traitement et acceptation': [
        'Comparer les niveaux de risque aux critères et fixer l’ordre de traitement',
        'Éviter, modifier, partager ou conserver le risque : quatre options et leurs effets de bord',
        'Déterminer les mesures, les comparer à l’annexe A, alimenter la déclaration d’applicabilité',
        'Plan de traitement : responsable, échéance, ressources, risque résiduel attendu',
        'Atelier : défendre ce plan devant un comité qui ne financera pas toutes les mesures',
      ],
    },
    'Faire vivre l’analyse, comparer les méthodes, passer l’examen': {
      'Communication, suivi et autres méthodes': [
        'Communication et concertation : adapter le message au métier, au technicien, au conseil d’administration',
        'Informations documentées : consigner le processus, les résultats et les décisions',
        'Surveillance et réexamen : les événements qui obligent à rouvrir l’analyse',
        'Panorama comparé d’EBIOS Risk Manager, MEHARI, OCTAVE et de l’EMR (évaluation des menaces et des risques) canadienne',
        'Révision ciblée et questions d’entraînement sur les quatre domaines',
      ],
      'Examen PECB et clôture': [
        'Consignes et temps de questions avant l’épreuve',
        'Examen de 2 h 30, QCM',
        'Démarches de candidature et justification de l’expérience auprès de PECB',
      ],
    },
  }),
  audience: [
    'Responsables de la sécurité, des risques ou de la conformité',
    'Chefs de projet et consultants qui conduisent l’analyse de risques d’un SMSI',
    'Responsables métier désignés propriétaires de risques',
    'Membres d’une direction informatique qui doivent justifier un budget de sécurité',
    'Délégués à la protection des données et contrôleurs internes',
  ],
  prerequisites: [
    'Connaissances de base en sécurité de l’information et en gestion des risques',
    'Avoir parcouru ISO/IEC 27001 est utile, en particulier son chapitre 6',
    'Pour obtenir le titre, une expérience professionnelle dans le domaine peut être requise : nous faisons le point avec vous avant l’inscription',
  ],
  exam: {
    hours: 2.5, // product §9
    domains: [
      'Principes et concepts fondamentaux de la gestion des risques de sécurité de l’information',
      'Mise en place d’un programme de gestion des risques de sécurité de l’information',
      'Cadre et processus de gestion des risques selon ISO/IEC 27005',
      'Autres méthodes d’appréciation des risques de sécurité de l’information',
    ],
    preparation:
      'Le rythme de trois jours laisse peu de place au rattrapage : un dossier de lecture vous est adressé avant la session, et chaque atelier se conclut par quelques questions. La fin de la troisième matinée sert à réviser avant l’examen de l’après-midi, dont PECB fixe les règles.',
  },
  certificate: {
    worth:
      'Le titre atteste que vous savez conduire une appréciation des risques et en tirer un plan de traitement conforme à ISO/IEC 27005. Il est délivré par PECB après réussite à l’examen et vérification de votre expérience.',
    maintenance:
      'Valable 3 ans, la certification se conserve par la formation continue. Les analyses que vous réaliserez et les formations que vous suivrez peuvent être déclarées à PECB, selon ses conditions.',
  },
  method: [
    'Alternance d’apports brefs et de travaux sur le cas d’une clinique fictive, suivi du premier au dernier jour',
    'Registre de risques sur tableur, construit par les participants et conservé après la formation',
    'Comité de direction simulé : présenter ses risques, essuyer un refus, réviser son plan',
    'Comparaison de méthodes menée sur un même scénario, pour en voir les différences réelles',
  ],
  assessment:
    'Un court questionnaire situe votre niveau avant la session. Le registre, les cotations et le plan de traitement sont commentés à chaque étape par le formateur. L’examen PECB se déroule l’après-midi du troisième jour.',
  related: ['iso-31000-risk-manager', 'iso-27001-lead-implementer', 'iso-27002-lead-manager'],
  updated: '2026-11-16',
};

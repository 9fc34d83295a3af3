import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-27032-lead-cybersecurity-manager',
  title: 'ISO 27032 Lead Cybersecurity Manager',
  certification: 'PECB Certified Lead Cybersecurity Manager',
  standard: '27032',
  numberFill: 'levels',
  durationDays: 5,
  domain: 'Cybersécurité',
  description:
    'Bâtir et piloter un programme de cybersécurité avec ISO/IEC 27032 et le NIST CSF 2.0 : gouvernance, risques, mesures techniques, sensibilisation et réponse aux incidents.',
  status: 'available',
  seo: {
    title: `ISO 27032 Lead Cybersecurity Manager | ${site.company.name}`,
    description:
      'Cinq jours pour piloter un programme de cybersécurité : ISO/IEC 27032, NIST CSF 2.0, NIS 2, exercice de crise. Examen PECB de 3 heures le dernier jour.',
  },
  lead: 'Un compte de messagerie volé ou un serveur mal protégé peut suffire à arrêter une entreprise. Cette formation apprend à organiser la défense comme un programme suivi : qui décide, quels risques traiter d’abord, quelles mesures choisir, que faire le jour de l’attaque. Elle s’appuie sur ISO/IEC 27032:2023 et sur le cadre NIST CSF 2.0, et se termine par l’examen PECB.',
  whyAttend: items({
    'Un programme plutôt qu’une liste d’achats':
      'Pare-feu, sauvegarde, sensibilisation, assurance : chaque dépense répond à un risque nommé et à une priorité validée par la direction. Vous repartez avec la méthode qui permet de le démontrer.',
    'Deux référentiels qui se complètent':
      'ISO/IEC 27032 guide la sécurité des activités exposées sur Internet. Le NIST CSF 2.0 donne six fonctions compréhensibles par un comité de direction, de « Gouverner » à « Rétablir ».',
    'Des obligations qui se précisent':
      'En Europe, la directive NIS 2 peut engager la responsabilité des dirigeants ; le Maroc a sa loi n° 05-20, la Tunisie son décret-loi n° 2023-17. La formation relie ces textes aux mesures concrètes qu’ils attendent.',
    'La crise, vécue une première fois en salle':
      'Le quatrième jour, vous tenez une cellule de crise face à un rançongiciel. Les décisions prises trop tard se voient, et se corrigent, sans dommage.',
  }),
  objectives: [
    'Expliquer à une direction les rapports entre sécurité de l’information, cybersécurité et sécurité d’Internet',
    'Lancer un programme de cybersécurité : politique, gouvernance, rôles, feuille de route',
    'Recenser les actifs exposés et apprécier les risques qui pèsent sur eux',
    'Choisir des mesures de sécurité proportionnées et en justifier l’ordre',
    'Concevoir un plan de sensibilisation adapté à chaque public de l’entreprise',
    'Organiser la réponse aux incidents et la relier au plan de continuité d’activité',
    'Mesurer l’efficacité du programme et le faire progresser',
  ],
  programme: programme({
    'Concepts et lancement du programme': {
      'Ce que protège la cybersécurité': [
        'ISO/IEC 27032:2023 : sécurité d’Internet, du web et des réseaux, et leur place dans la cybersécurité',
        'Les parties intéressées : utilisateurs, fournisseurs d’accès, autorités, forces de l’ordre, organismes de coordination',
        'Le NIST CSF 2.0 : ses six fonctions, leurs catégories, les profils et les niveaux de mise en œuvre',
        'Correspondances avec ISO/IEC 27001 et ISO/IEC 27002, pour ne pas faire deux fois le même travail',
      ],
      'Gouvernance et obligations': [
        'Contexte, périmètre et appui de la direction ; rédaction de la politique de cybersécurité',
        'NIS 2 et DORA en Europe, loi marocaine n° 05-20, décret-loi tunisien n° 2023-17, convention de Malabo',
        'Analyse d’écarts : partir de l’existant, même modeste',
        'Atelier : profil actuel et profil cible CSF 2.0 d’un site marchand fictif et de sa filiale de Dakar',
      ],
    },
    'Rôles, actifs et risques': {
      'Qui fait quoi, et sur quels actifs': [
        'Direction, responsable de la sécurité (RSSI), informatique, métiers, prestataires : une matrice des responsabilités sans zone grise',
        'Inventaire de ce qui est visible depuis Internet : noms de domaine, accès distants, services cloud, comptes d’administration',
        'Fournisseurs et infogérants : clauses de sécurité, droit d’audit, fin de contrat',
        'Atelier : dresser la surface d’exposition du site marchand à partir d’informations publiques fournies',
      ],
      'Menaces, scénarios et traitement': [
        'Hameçonnage, mots de passe réutilisés, failles non corrigées, fournisseur compromis : les vecteurs d’attaque courants',
        'Les étapes d’une intrusion, décrites avec la base ATT&CK',
        'Apprécier et traiter le risque dans l’esprit d’ISO/IEC 27005 : vraisemblance, conséquences, décision',
        'Atelier : coter un scénario de rançongiciel et défendre son traitement devant un comité de direction',
      ],
    },
    'Mesures de sécurité et facteur humain': {
      'Choisir et ordonner les mesures': [
        'Accès : authentification multifacteur (MFA), moindre privilège, comptes d’administration séparés',
        'Réseau et postes : réseaux virtuels séparés (VLAN), filtrage, détection sur les postes (EDR), gestion des correctifs',
        'Messagerie : SPF, DKIM et DMARC, qui font rejeter les messages envoyés par un tiers au nom de votre domaine',
        'Applications exposées : développement sûr, chiffrement, tests d’intrusion et suivi des vulnérabilités',
        'Atelier : un budget contraint et une liste de mesures trop longue ; arbitrer, puis justifier l’ordre retenu',
      ],
      'Communiquer et former': [
        'Un message par public : direction, comptabilité, accueil, administrateurs systèmes',
        'Campagnes d’hameçonnage simulé : cadre social et juridique, mesure, accompagnement sans sanction',
        'Partager l’information sur les menaces : CERT-FR, équipes régionales de réponse, protocole TLP qui règle la diffusion',
        'Atelier : concevoir une séance de sensibilisation à la fraude au virement pour un service comptable',
      ],
    },
    'Incidents, continuité et mesure': {
      'Répondre à un incident': [
        'Le cycle d’ISO/IEC 27035 : préparer, détecter, apprécier, répondre, tirer les leçons',
        'Journaux, supervision et conservation des preuves : ce qu’il faut avoir prévu avant l’attaque',
        'Les délais : NIS 2 (alerte sous 24 heures, notification sous 72 heures), RGPD (72 heures), plainte sous 72 heures, condition d’une indemnisation par l’assureur en France',
        'Exercice de crise : cellule de direction et cellule technique face à un chiffrement en cours',
      ],
      'Continuité, indicateurs et amélioration': [
        'Sauvegarde immuable, ordre de redémarrage, délai de reprise (RTO) et perte de données admissible (RPO)',
        'Relier réponse à incident, plan de reprise et plan de continuité : ISO/IEC 27031 et ISO 22301',
        'Indicateurs utiles à une direction, choisis avec la méthode d’ISO/IEC 27004',
        'Atelier : tableau de bord du programme et ordre du jour de la revue de direction',
      ],
    },
    'Révision et examen': {
      'Synthèse du programme': [
        'Chaque groupe présente la feuille de route du site marchand et répond aux objections d’une direction',
        'Retour sur les sept domaines de l’examen, avec des questions d’entraînement corrigées',
        'Repères de vocabulaire entre la norme ISO et le cadre NIST, source d’erreurs fréquentes',
      ],
      'Épreuve de certification': [
        'Rappel des règles de l’épreuve et gestion du temps',
        'Examen de 3 heures, QCM, couvrant les sept domaines',
      ],
    },
  }),
  audience: [
    'Responsables de la sécurité des systèmes d’information et leurs adjoints',
    'Responsables informatiques de PME qui prennent en charge la cybersécurité',
    'Administrateurs et ingénieurs qui évoluent vers un rôle de pilotage',
    'Chefs de projet et consultants en cybersécurité',
    'Gestionnaires de risques et auditeurs internes qui suivent les mesures techniques',
  ],
  prerequisites: [
    'Connaître les notions courantes de l’informatique d’entreprise : réseau, messagerie, sauvegarde, services cloud',
    'Une première expérience en sécurité ou en administration de systèmes est utile ; aucune programmation n’est demandée',
  ],
  exam: {
    hours: 3,
    domains: [
      'Concepts fondamentaux de la cybersécurité',
      'Lancement du programme de cybersécurité et gouvernance',
      'Rôles et responsabilités, gestion des cyberrisques',
      'Choix des mesures de cybersécurité',
      'Programmes de communication et de formation',
      'Intégration du programme à la continuité d’activité et à la gestion des incidents',
      'Mesure de la performance et amélioration continue du programme',
    ],
    preparation:
      'Les domaines de l’examen suivent l’ordre des journées. Des questions de mise en situation jalonnent les ateliers, et la dernière matinée sert à revoir les domaines où le groupe hésite encore.',
  },
  certificate: {
    worth:
      'Le titre « PECB Certified Lead Cybersecurity Manager » certifie une personne, et non une entreprise : ISO/IEC 27032 donne des lignes directrices et n’est pas destinée à la certification des organismes. Ce titre montre à une direction ou à un donneur d’ordre que vous savez conduire un programme de cybersécurité. Le niveau que PECB accorde dépend de votre expérience.',
    maintenance:
      'Le titre est valable 3 ans. Vous le conservez en pratiquant et en vous formant : veille, exercices, projets de cybersécurité ou cours suivis, à déclarer selon les conditions de PECB.',
  },
  method: [
    'Un même cas d’entreprise, le site marchand, du premier profil CSF à la feuille de route finale',
    'Démonstrations commentées : en-têtes d’un e-mail frauduleux, journal d’une intrusion, rapport de vulnérabilités',
    'Exercice de crise avec rôles attribués, événements successifs et retour d’expérience immédiat',
    'Débats d’arbitrage à budget limité, comme devant un comité de direction',
  ],
  assessment:
    'Un questionnaire rempli avant la session situe votre pratique de la sécurité. Vos acquis sont ensuite suivis par les restitutions de groupe, une grille d’observation pendant l’exercice de crise et des questions quotidiennes. L’examen PECB, un QCM de 3 heures passé le cinquième jour, conclut l’évaluation.',
  related: ['iso-27002-lead-manager', 'iso-27005-risk-manager', 'iso-22301-lead-implementer'],
  updated: '2026-11-16',
};

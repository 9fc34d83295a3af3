import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'rgpd-data-protection-officer',
  title: 'RGPD – Data Protection Officer',
  certification: 'PECB Certified Data Protection Officer',
  standard: 'RGPD',
  numberFill: 'levels',
  durationDays: 5,
  domain: 'Protection des données',
  description:
    'Tenir le registre, conduire une analyse d’impact, encadrer les transferts et conseiller la direction : le métier de délégué à la protection des données, en cinq jours.',
  status: 'available',
  seo: {
    title: `Formation DPO et RGPD, 5 jours, examen PECB | ${site.company.name}`,
    description:
      'Registre, AIPD, violations de données, transferts hors UE, lois du Maghreb : le programme de la formation DPO et son examen PECB de 3 heures.',
  },
  lead: 'Le délégué à la protection des données est l’interlocuteur de la direction, des salariés, des clients et de la CNIL. En cinq jours, vous apprenez à tenir un registre, à conduire une analyse d’impact et à notifier une violation dans les 72 heures, sur le dossier d’un cabinet comptable fictif, présent à Nice, Casablanca et Tunis.',
  whyAttend: items({
    'Une fonction que la loi encadre':
      'Le RGPD exige du délégué des connaissances spécialisées, des moyens et l’absence de conflit d’intérêts. La formation apporte les connaissances ; elle montre aussi comment demander à la direction les moyens nécessaires, article 38 à l’appui.',
    'Des documents à reprendre dès votre retour':
      'Fiche de registre, analyse d’impact, contrat de sous-traitance annoté, procédure de violation : chaque atelier laisse un document que vous adapterez à votre organisme.',
    'Les deux rives de la Méditerranée':
      'Loi marocaine n° 09-08, loi tunisienne n° 2004-63, loi algérienne n° 18-07, convention de Malabo : vous saurez quelle règle s’applique lorsqu’un fichier de paie ou de clientèle change de pays.',
    'Le règlement et ceux qui l’interprètent':
      'Un avis de DPO se fonde sur le texte, mais aussi sur les recommandations de la CNIL, les lignes directrices du Comité européen de la protection des données et la jurisprudence. Vous apprenez où les chercher et comment les citer.',
  }),
  objectives: [
    'Qualifier un traitement : finalité, base légale, durée de conservation, rôle de chaque intervenant',
    'Construire le registre des activités de traitement et le tenir à jour',
    'Déterminer si une analyse d’impact relative à la protection des données (AIPD) s’impose, puis la mener à son terme',
    'Répondre à une demande d’accès, d’effacement ou d’opposition dans le délai légal',
    'Notifier une violation de données à l’autorité et décider s’il faut en informer les personnes',
    'Choisir l’instrument juridique d’un transfert hors de l’Union européenne et motiver ce choix',
    'Exercer en toute indépendance les missions des articles 37 à 39 et en rendre compte',
  ],
  programme: programme({
    'Le cadre juridique de la protection des données': {
      'Textes, notions et champ d’application': [
        'RGPD et loi Informatique et Libertés ; rôles de la CNIL et du Comité européen de la protection des données',
        'Donnée à caractère personnel, pseudonymisation, anonymisation : des notions souvent confondues',
        'Quand une entreprise de Tunis ou d’Abidjan relève du RGPD, et quand elle doit désigner un représentant (articles 3 et 27)',
        'Les autorités voisines : CNDP au Maroc, INPDP en Tunisie, ANPDP en Algérie ; la convention de Malabo',
      ],
      'Principes et bases légales': [
        'Les principes de l’article 5, de la limitation des finalités à l’obligation de prouver sa conformité',
        'Les six bases légales de l’article 6 et les conditions d’un consentement valable',
        'Données sensibles et données d’infraction (articles 9 et 10), numéro de sécurité sociale',
        'Atelier : finalité, base légale et durée de conservation des traitements du cabinet comptable',
      ],
    },
    'Les personnes, le délégué, les responsables': {
      'Informer et répondre': [
        'Mentions d’information des articles 13 et 14 : une rédaction à deux niveaux, lisible sur un téléphone',
        'Accès, rectification, effacement, limitation, portabilité, opposition : portée et limites (articles 15 à 22)',
        'Vérification d’identité, droits des tiers, motifs de refus : la procédure de réponse',
        'Atelier : traiter la demande d’accès d’un ancien salarié, messagerie professionnelle comprise',
      ],
      'Le statut du délégué et le partage des responsabilités': [
        'Désignation obligatoire ou volontaire, interne, externe ou mutualisée ; déclaration à la CNIL (article 37)',
        'Indépendance, moyens, conflits d’intérêts : les cumuls admis et ceux qu’il faut refuser (article 38)',
        'Conseiller, contrôler, coopérer : les missions de l’article 39 et ce qui reste à la charge du responsable',
        'Lecture critique d’un contrat de sous-traitance (article 28) et d’un accord entre responsables conjoints (article 26)',
      ],
    },
    'Documenter, du registre à l’analyse d’impact': {
      'Le registre de l’article 30': [
        'Recenser les traitements : entretiens, contrats, inventaire des logiciels, exports de paie',
        'Registre du responsable et registre du sous-traitant : ce que chacun doit contenir',
        'Base active, archivage intermédiaire, suppression : le cycle de vie recommandé par la CNIL',
        'Atelier : remplir les fiches « paie » et « prospection » du cabinet, puis en tirer un plan d’action hiérarchisé',
      ],
      'L’analyse d’impact (AIPD)': [
        'Quand la mener : article 35, critères du Comité européen, listes publiées par la CNIL',
        'Décrire le traitement, juger sa nécessité et sa proportionnalité, apprécier les risques pour les personnes',
        'Protection dès la conception et par défaut (article 25), consultation préalable de l’autorité (article 36)',
        'Atelier : AIPD de la géolocalisation des véhicules d’un client du cabinet, avec l’avis écrit du délégué',
      ],
    },
    'Sécurité, transferts et contrôle': {
      'Sécurité et violations de données': [
        'L’article 32 expliqué sans jargon : chiffrement, gestion des accès, journalisation, sauvegarde, test de restauration',
        'Gravité d’une violation, notification dans les 72 heures, information des personnes (articles 33 et 34)',
        'Le registre des violations et le travail avec le responsable de la sécurité',
        'Simulation : un fichier de paie envoyé au mauvais destinataire, des informations partielles et une notification à rédiger',
      ],
      'Transferts, audits et sanctions': [
        'Chapitre V : décisions d’adéquation, clauses contractuelles types, règles d’entreprise contraignantes, dérogations',
        'Depuis l’arrêt Schrems II : analyse d’impact du transfert, mesures supplémentaires, cadre de protection des données UE–États-Unis (DPF)',
        'Atelier : un centre d’appels à Casablanca et un hébergeur américain ; choisir l’instrument et motiver ce choix',
        'Contrôles et mesures correctrices de la CNIL, amendes de l’article 83, rôle du délégué pendant un contrôle',
        'Plan de contrôle, indicateurs et rapport annuel à la direction',
      ],
    },
    'Révision et examen': {
      'Révision sur le dossier complet': [
        'Relecture du dossier du cabinet, article par article, du registre aux transferts',
        'Questions d’entraînement commentées pour chacun des domaines de l’examen',
        'Points de confusion fréquents : responsable ou sous-traitant, consentement ou intérêt légitime, notifier ou seulement consigner',
      ],
      'Examen de certification': [
        'Consignes et vérification des conditions de passage',
        'Examen de 3 heures, QCM, sur les domaines de compétence du DPO',
      ],
    },
  }),
  audience: [
    'Délégués à la protection des données désignés ou pressentis',
    'Juristes, responsables de la conformité et auditeurs internes',
    'Responsables informatiques et responsables de la sécurité qui travaillent avec un DPO',
    'Experts-comptables, avocats et consultants qui exercent comme DPO externe',
    'Responsables des ressources humaines ou du marketing',
    'Responsables d’entreprises du Maghreb et du reste de l’Afrique qui traitent les données de clients européens',
  ],
  prerequisites: [
    'Avoir lu le RGPD une première fois, ou connaître les bases de la protection des données',
    'Aucun diplôme de droit ni d’informatique n’est exigé ; bien connaître les activités de son organisme aide dans les ateliers',
  ],
  exam: {
    hours: 3,
    domains: [
      'Concepts de la protection des données, RGPD et mesures de conformité',
      'Rôles et responsabilités des acteurs de la conformité au RGPD',
      'Mesures techniques et organisationnelles de protection des données',
    ],
    preparation:
      'En fin de journée, une courte série de questions porte sur les articles étudiés. La matinée du cinquième jour reprend vos erreurs et vous habitue au rythme d’un QCM de 3 heures.',
  },
  certificate: {
    worth:
      'Le certificat « PECB Certified Data Protection Officer » atteste que vous connaissez le RGPD et savez l’appliquer. Il est distinct de la certification des compétences du DPO fondée sur le référentiel de la CNIL ; ni l’un ni l’autre n’est obligatoire pour être désigné. Le titre que PECB accorde tient compte de votre expérience.',
    maintenance:
      'Le certificat est valable 3 ans. Il se maintient par la formation continue : cours, conférences, missions de conformité, déclarés selon les conditions de PECB.',
  },
  method: [
    'Un dossier suivi du premier au dernier jour : le cabinet comptable, ses filiales et ses prestataires',
    'Lecture guidée du règlement, des recommandations de la CNIL et de décisions publiées',
    'Rédaction individuelle puis correction en groupe : fiches de registre, AIPD, notification, avis du délégué',
    'Modèles modifiables remis à la fin de chaque atelier',
  ],
  assessment:
    'Un questionnaire de positionnement ouvre la formation. Les écrits des ateliers sont relus par le formateur au regard des articles applicables, puis l’examen PECB, un QCM de 3 heures, valide les acquis le cinquième jour.',
  related: ['iso-27001-lead-implementer', 'iso-27005-risk-manager', 'iso-27032-lead-cybersecurity-manager'],
  updated: '2026-11-16',
};

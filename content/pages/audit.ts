import { factCopy } from '../facts.ts';
import { formChoices } from '../form-choices.ts';
import { links, questions } from '../lists.ts';
import { call, notice } from '../notice.ts';
import type { AuditPage } from '../schema/form-pages.ts';
import { site } from '../site.ts';

export const auditPage: AuditPage = {
  seo: {
    title: `Audit informatique gratuit à Nice pour PME | ${site.company.name}`,
    description:
      'Sécurité, sauvegardes, accès, licences : en 1 à 2 semaines, un rapport et un plan d’action. Gratuit pour les entreprises éligibles, à Nice et à distance.',
  },
  hero: {
    title: 'Sachez où votre informatique vous expose',
    lead: 'En 1 à 2 semaines, un rapport écrit pour un dirigeant et un plan d’action classé par priorité.',
  },
  offer: `Gratuit pour les entreprises éligibles, pendant une durée limitée. ${factCopy.offers.freeAuditUntil}`,
  eligibility: {
    title: 'Êtes-vous éligible ?',
    conditions: [
      'Votre entreprise ou votre cabinet a une informatique en service.',
      'Vous avez une préoccupation, même vague : sécurité, coûts, conformité, renouvellement.',
      'Un décideur participe à l’appel de découverte.',
    ],
    text: 'Nous vous le confirmons à la fin de cet appel.',
  },
  sample: {
    caption: 'Exemple de première page. Les constats sont courants ; ils ne viennent d’aucun client en particulier.',
    document: 'Rapport d’audit informatique',
    page: 'Page 1',
    title: 'Synthèse pour la direction',
    columns: { severity: 'Gravité', owner: 'Responsable', delay: 'Délai' },
    findings: [
      {
        finding: 'Sauvegarde jamais restaurée, même pour un essai',
        severity: 'Critique',
        owner: 'Prestataire',
        delay: 'Cette semaine',
      },
      {
        finding: 'Accès à distance sans authentification multifacteur (MFA)',
        severity: 'Critique',
        owner: 'Informatique',
        delay: 'Cette semaine',
      },
      {
        finding: 'Comptes d’anciens salariés encore ouverts',
        severity: 'Élevée',
        owner: 'Ressources humaines',
        delay: 'Ce mois-ci',
      },
      {
        finding: 'Licences payées que personne n’utilise',
        severity: 'Moyenne',
        owner: 'Comptabilité',
        delay: 'À l’échéance',
      },
    ],
    annotation: 'Commencez par ces deux-là',
  },
  process: {
    title: 'De l’appel à la restitution',
    lead: 'L’audit prend 1 à 2 semaines selon la taille du parc. Vos équipes travaillent normalement pendant ce temps. Une brique représente un jour ouvré.',
    scale: { weeks: ['Semaine 1', 'Semaine 2'], call: '30 min', note: 'Exemple d’un audit de deux semaines' },
    items: [
      {
        title: 'Appel de découverte',
        duration: '30 minutes',
        text: 'Votre activité, vos outils, ce qui vous inquiète. Nous fixons le périmètre et confirmons que l’audit vous est offert.',
      },
      {
        title: 'Relevés techniques',
        duration: 'Aux dates convenues',
        text: 'À distance ou sur place, avec des accès temporaires en lecture seule, que vous fermez dès les relevés terminés.',
      },
      {
        title: 'Analyse des écarts',
        duration: 'À la suite des relevés',
        text: 'L’existant comparé aux bonnes pratiques : authentification multifacteur (MFA), sauvegardes hors de portée d’un rançongiciel, correctifs, messagerie, RGPD.',
      },
      {
        title: 'Restitution',
        duration: 'Au terme des 1 à 2 semaines',
        text: 'Nous présentons le rapport et arrêtons avec vous l’ordre des travaux. Le document vous appartient, quel que soit le prestataire choisi.',
      },
    ],
  },
  report: {
    title: 'Ce que vous recevez',
    lead: 'Un document que vous pouvez remettre à vos associés, à votre assureur ou à votre prestataire actuel.',
    page: 'Page',
    note: 'Les dessins sont des exemples : ils ne décrivent aucun client.',
    items: [
      {
        title: 'Synthèse pour la direction',
        text: 'Les constats majeurs en langage courant : ce qui menace l’activité, ce qui est sain, ce qui peut attendre.',
        legend: ['Sain', 'À traiter'],
      },
      {
        title: 'Inventaire du parc',
        text: 'Postes, serveurs, équipements réseau et logiciels. Ceux que leur éditeur ne corrige plus sont signalés.',
        legend: ['Corrigé', 'Plus corrigé'],
      },
      {
        title: 'Vulnérabilités classées',
        text: 'Chaque faille relevée, sa gravité, sa conséquence probable pour votre activité et la manière de la corriger.',
        legend: ['Critique', 'Élevée', 'Moyenne'],
      },
      {
        title: 'Sauvegardes et reprise',
        text: 'Ce qui est sauvegardé, et où. Le temps de redémarrage et les données perdues, face à ce que vous pouvez admettre (RTO et RPO).',
        legend: ['Copie', 'Panne', 'Reprise'],
      },
      {
        title: 'Comptes et accès',
        text: 'Comptes d’anciens salariés, droits trop larges, accès distants sans MFA : la liste de ce qu’il faut fermer.',
        legend: ['Compte utile', 'À fermer'],
      },
      {
        title: 'Conformité',
        text: 'Vos écarts avec le RGPD et, si vous visez une certification, avec les mesures de l’ISO 27001.',
        legend: ['Mesure en place', 'Écart'],
      },
      {
        title: 'Licences et contrats',
        text: 'Abonnements inutilisés, doublons et dates de renouvellement, pour décider avant la tacite reconduction.',
        legend: ['Licence utilisée', 'Inutilisée'],
      },
      {
        title: 'Plan d’action',
        text: 'Les mesures rangées selon le risque évité et l’effort demandé, avec pour chacune un responsable proposé.',
        legend: ['En bas, ce qui vient d’abord'],
      },
    ],
  },
  form: {
    title: 'Demander l’audit gratuit',
    lead: 'Le nom, l’entreprise, l’e-mail et le téléphone suffisent. Le reste nous aide à préparer l’appel.',
    fields: {
      name: { label: 'Nom et prénom' },
      company: { label: 'Entreprise' },
      email: { label: 'E-mail professionnel' },
      phone: { label: 'Téléphone', hint: 'Pour fixer l’appel de découverte.' },
      employees: {
        label: 'Effectif',
        placeholder: 'Choisir…',
        options: formChoices.employees,
      },
      industry: {
        label: 'Secteur d’activité',
        placeholder: 'Choisir…',
        options: formChoices.industry,
      },
      currentChallenges: {
        label: 'Vos difficultés actuelles',
        placeholder: 'Lenteurs, pannes, incident récent, contrôle à venir…',
      },
      priority: {
        label: 'Votre priorité',
        placeholder: 'Choisir…',
        options: formChoices.priority,
      },
      timeline: {
        label: 'Échéance du projet',
        placeholder: 'Choisir…',
        options: formChoices.timeline,
      },
      agreeTerms: {
        label: 'J’accepte les conditions d’utilisation et j’ai pris connaissance de la politique de confidentialité.',
      },
    },
    agreeTermsLinks: links({
      'Lire les conditions d’utilisation': '/conditions-utilisation',
      'Lire la politique de confidentialité': '/politique-confidentialite',
    }),
    missingBricks: 'D’après « Montez votre mur », il nous manque :',
    submit: 'Demander mon audit',
    submitHint: 'Cochez la case ci-dessus',
    notice: notice({
      summary: 'Ces informations servent à étudier votre demande et à préparer l’audit.',
      purpose: 'vérifier que l’offre s’applique à votre entreprise, fixer l’appel de découverte et préparer l’audit.',
      legalBasis:
        'notre intérêt légitime à étudier la demande de l’entreprise que vous représentez (article 6, paragraphe 1, point f du RGPD) ; si vous agissez pour votre propre compte, les mesures précontractuelles prises à votre demande (point b).',
      recipients: 'les personnes qui organisent et réalisent l’audit.',
      required:
        'nom, entreprise, e-mail et téléphone, nécessaires pour vous joindre. Les autres réponses sont facultatives.',
    }),
    confirmation: {
      title: "Demande d'Audit Reçue !", // product §9
      text: 'Nous vous contacterons dans les 24 heures.',
      call,
    },
  },
  faq: {
    title: 'Ce que l’on nous demande avant un audit',
    items: questions({
      'Pourquoi est-il gratuit ?': `Parce qu’il remplace le temps que nous passerions à établir une proposition sans connaître votre informatique. Libre à vous, ensuite, de nous confier ou non les travaux. L’offre est limitée dans le temps.`,
      'Mon entreprise est-elle éligible ?':
        'Nous regardons trois choses : une informatique en service à examiner, une préoccupation, même vague (sécurité, coûts, conformité, renouvellement), et la présence d’un décideur à l’appel de découverte. Si l’audit n’est pas adapté, nous vous le disons pendant l’appel et vous indiquons par où commencer.',
      'L’audit risque-t-il de perturber notre activité ?':
        'Non. Les relevés ne modifient aucun réglage et n’installent rien sans votre accord écrit. Ce qui pourrait charger le réseau est programmé en dehors de vos heures de pointe.',
      'Que verrez-vous de nos données ?':
        'Nous examinons des configurations, des inventaires et des droits d’accès, pas le contenu de vos dossiers. Un engagement de confidentialité peut être signé avant les relevés, ce que demandent en général les cabinets soumis au secret professionnel.',
      'Notre prestataire actuel doit-il être prévenu ?':
        'C’est préférable, car il détient souvent une partie des accès et de la documentation. Vous décidez du moment. L’audit porte sur les installations ; il ne juge pas les personnes.',
      'L’audit donne-t-il droit à un certificat ?':
        'Non. Il mesure l’écart avec des exigences comme celles de l’ISO 27001. Un certificat se demande ensuite à un organisme accrédité, indépendant de celui qui vous a conseillé.',
    }),
  },
};

import { items, links, questions } from '../lists.ts';
import type { ManagedServicesPage } from '../schema/service.ts';
import { site } from '../site.ts';

export const managedServices: ManagedServicesPage = {
  seo: {
    title: `Infogérance à Nice, services managés 24/7 | ${site.company.name}`,
    description:
      'Infogérance des PME : supervision, assistance en français, anglais et arabe, sauvegardes. Dès 150 € HT par utilisateur et par mois, urgences 24/7.',
  },
  card: {
    slug: 'managed-services',
    name: 'Services managés',
    summary: 'Infogérance : parc surveillé, mis à jour, dépanné en trois langues, urgences 24/7.',
    description:
      'Nous assurons l’infogérance de votre parc : il est surveillé en continu, vos sauvegardes sont contrôlées et vos collaborateurs dépannés en français, en anglais ou en arabe. Un forfait par utilisateur remplace les factures d’intervention, et un responsable de compte répond du service rendu.',
    features: [
      'Supervision 24/7 des serveurs, du réseau et des sauvegardes',
      'Assistance en français, en anglais et en arabe',
      'Temps de réponse moyen de 4 heures ouvrées',
      'Support d’urgence 24/7',
      'Correctifs essayés, puis déployés',
      'Comptes ouverts à l’arrivée, fermés au départ',
      'Rapport d’activité écrit pour un dirigeant',
    ],
    price: 'À partir de 150€/utilisateur/mois', // product §2
    priceNote:
      'Prix hors taxes (HT). Il dépend du nombre d’utilisateurs et de sites, ainsi que des équipements à surveiller.',
  },
  hero: {
    title: 'Infogérance : votre informatique suivie jour et nuit',
    lead: 'Une équipe supervise vos serveurs, votre réseau et vos sauvegardes, répond à vos collaborateurs et traite les urgences 24/7, pour un forfait par utilisateur. Vous savez ce que vous payez et ce qui a été fait.',
    actions: links({ 'Demander un devis': '/contact', 'Prendre un RDV': 'schedule' }),
  },
  monthlyPage: {
    title: 'Votre mois en une page',
    note: 'Pour la direction · exemple',
    commitments: [
      { label: 'Disponibilité', promise: '99,9 %', result: 'promis · tenue', page: 'Relevé page 2' },
      { label: 'Temps de réponse', promise: '4 h', result: 'en moyenne · tenu', page: 'Tickets page 3' },
    ],
    days: 'Trente jours, une brique par jour : aucune interruption.',
    done: {
      label: 'Ce qui a été fait',
      text: 'Correctifs déployés après essai. Serveur de fichiers restauré pour vérification.',
    },
    risk: {
      label: 'Ce qui reste ouvert',
      text: 'Poste de l’accueil : son système ne reçoit plus de correctifs.',
    },
    decision: {
      label: 'Ce que vous devez décider',
      text: 'Remplacer ce poste avant la prochaine paie ?',
      choices: ['Oui', 'Non, nous acceptons le risque'],
    },
  },
  ticket: {
    caption:
      'Un ticket en arabe, en anglais et en français, tel qu’il s’affiche dans l’espace client. Exemple : les personnes sont fictives.',
    shortNumber: 214,
    subject: 'Messagerie inaccessible à Tunis',
    answeredAt: '2026-10-20T07:31:00Z',
    messages: [
      {
        author: 'Leïla Gharsallah, Tunis',
        at: '2026-10-20T07:05:00Z',
        language: 'ar',
        text: 'لا أستطيع الدخول إلى بريدي الإلكتروني منذ هذا الصباح.',
        isReply: false,
      },
      {
        author: 'Inès Martel',
        at: '2026-10-20T07:31:00Z',
        language: 'ar',
        text: 'صباح الخير. سأتصل بك الآن للتحقق من هويتك، ثم أعيد فتح حسابك.',
        isReply: true,
      },
      {
        author: 'Omar Haddad, Dubaï',
        at: '2026-10-20T07:48:00Z',
        language: 'en',
        text: 'Same problem in our office since the update.',
        isReply: false,
      },
      {
        author: 'Inès Martel',
        at: '2026-10-20T08:02:00Z',
        language: 'en',
        text: 'Thank you. Same cause, I am fixing both accounts together.',
        isReply: true,
      },
      {
        author: 'Inès Martel',
        at: '2026-10-20T08:40:00Z',
        language: 'fr',
        text: 'Cause trouvée : la mise à jour avait invalidé les sessions. C’est corrigé à Tunis et à Dubaï.',
        isReply: true,
      },
    ],
  },
  features: {
    title: 'Ce que nous prenons en charge',
    items: [
      {
        title: 'Supervision',
        text: 'Des sondes suivent les disques, les liaisons et les sauvegardes. Beaucoup de pannes s’annoncent : une alerte traitée la nuit épargne une matinée perdue.',
        points: [
          'Supervision 24/7 des serveurs, du réseau et des sauvegardes',
          'Seuils réglés sur votre activité, pour que chaque alerte compte',
          'Intervention à distance selon la gravité, urgences d’abord',
        ],
      },
      {
        title: 'Assistance aux utilisateurs',
        text: 'Mot de passe perdu, imprimante muette, fichier introuvable : vos collaborateurs joignent un technicien qui a leur poste et son historique sous les yeux.',
        points: [
          'Par téléphone, par e-mail ou par ticket dans l’espace client',
          'Priorité fixée selon l’effet sur votre travail',
          'Ticket résolu, puis fermé après sept jours sans nouvelle de vous',
        ],
      },
      {
        title: 'Maintenance et protection',
        text: 'Un correctif ferme une faille que des attaquants connaissent déjà. Nous l’essayons sur un groupe pilote, puis nous le déployons, avec un retour en arrière possible.',
        points: [
          'Windows, logiciels courants et équipements de réseau',
          'EDR sur les postes : il repère les comportements anormaux, même sans virus connu',
          'Sauvegardes contrôlées, échecs signalés',
        ],
      },
      {
        title: 'Pilotage',
        text: 'Votre responsable de compte tient le rôle d’un directeur informatique à temps partagé : il prépare les budgets, les renouvellements et les arbitrages.',
        points: [
          'Rapport régulier : incidents, délais, risques ouverts',
          'Feuille de route revue avec la direction',
          'Un seul interlocuteur face aux opérateurs et aux éditeurs',
        ],
      },
    ],
  },
  inclusions: {
    title: 'Compris dans l’abonnement',
    lead: 'Huit prestations que vous n’aurez plus à commander une par une.',
    annex: { title: 'Annexe : prestations comprises', note: 'Extrait du contrat' },
    items: items({
      'Inventaire du parc': 'Matériels, logiciels, garanties et échéances, dans un registre tenu à jour.',
      'Correctifs de sécurité': 'Systèmes, logiciels et micrologiciels, avec la liste des retards et leur raison.',
      'Sauvegarde surveillée': 'Un échec ouvre un ticket, sans attendre que quelqu’un s’en aperçoive.',
      'Restauration d’essai': 'Des fichiers et des serveurs sont réellement restaurés, procès-verbal à l’appui.',
      'Protection des postes': 'EDR installé et suivi ; un poste suspect est coupé du réseau à distance.',
      'Gestion des comptes': 'Droits ouverts à l’arrivée, revus à chaque changement de fonction, retirés au départ.',
      'Suivi des licences': 'Attribution, récupération des licences inutilisées et rappel avant chaque renouvellement.',
      'Relations avec vos fournisseurs':
        'Opérateur, éditeur métier ou fabricant : nous ouvrons l’incident et le suivons pour vous.',
    }),
  },
  benefits: {
    title: 'Les repères pour juger le service',
    lead: 'Ce que chacun veut dire, et de quoi il dépend.',
    greetings: [
      { language: 'fr', text: 'Bonjour' },
      { language: 'en', text: 'Good morning' },
      { language: 'ar', text: 'صباح الخير' },
    ],
    items: [
      {
        kind: 'savings',
        figure: 'Jusqu’à 60 %', // product §9
        title: 'Économies sur les coûts informatiques',
        text: 'Une équipe mutualisée coûte moins que les recrutements qu’elle évite, et une panne prévenue ne se paie pas. Votre gain dépend du point de départ : nous l’estimons avec vous.',
      },
      {
        kind: 'availability',
        figure: '99,9 %', // product §9
        title: 'Disponibilité inscrite au contrat',
        text: 'L’engagement de niveau de service (SLA) porte sur les systèmes que nous exploitons, dans les conditions du contrat. Sur une année, il laisse moins de neuf heures d’interruption cumulée.',
      },
      {
        kind: 'languages',
        figure: 'FR / EN / AR', // product §9
        title: 'Assistance multilingue',
        text: 'Votre siège est à Nice, votre filiale à Tunis, votre agence à Dakar ou à Dubaï : chacun décrit son problème en français, en anglais ou en arabe, et il est compris.',
      },
      {
        kind: 'response',
        figure: '4 h', // product §9
        title: 'Temps de réponse moyen',
        text: 'Quatre heures ouvrées en moyenne entre l’ouverture d’un ticket et la première réponse d’un technicien. Dans l’espace client, chaque ticket affiche sa propre échéance, selon sa priorité, et vous y lisez la moyenne de chaque mois. Les urgences passent devant, 24/7.',
      },
    ],
  },
  onboarding: {
    title: 'Comment nous prenons le relais',
    lead: 'Changer de prestataire inquiète à juste titre. Voici l’ordre que nous suivons pour que rien ne se perde.',
    lines: { previous: 'Votre prestataire actuel', ours: site.company.name },
    items: items({
      'Audit de départ':
        'De 1 à 2 semaines pour inventorier le parc, contrôler les sauvegardes et classer les risques.',
      'Reprise des accès':
        'Mots de passe, contrats, noms de domaine, configurations : nous dressons la liste avec votre prestataire actuel et vérifions chaque accès avant son départ.',
      'Mise à niveau':
        'Supervision installée, correctifs rattrapés, authentification multifacteur (MFA) activée : le socle est sûr avant l’ouverture de l’assistance.',
      'Ouverture du service':
        'Vos collaborateurs reçoivent un numéro, une adresse et un mode d’emploi d’une page. Un premier bilan avec la direction suit le démarrage.',
    }),
  },
  faq: {
    title: 'Questions fréquentes sur l’infogérance',
    items: questions({
      'Infogérance ou services managés : quelle différence ?':
        'Aucune sur le fond : vous confiez à un prestataire l’exploitation de tout ou partie de votre informatique. « Services managés » traduit l’expression anglaise et insiste sur l’abonnement. Comparez plutôt ce que le contrat prévoit : périmètre, délais, réversibilité.',
      'Que couvre le support 24/7 ?': `Les urgences des clients en services managés : serveur arrêté, attaque en cours, site coupé du réseau. Les demandes courantes sont traitées ${site.office.hoursInProse}.`,
      'Nous avons déjà un informaticien. Est-ce compatible ?':
        'Oui. Nous prenons alors la surveillance, les nuits et les congés ; il garde la connaissance du métier et les projets. Le partage des rôles est écrit, tâche par tâche.',
      'Où suivre nos demandes et nos factures ?':
        'Dans l’espace client : tickets, factures, contrats, paiements et licences y sont réunis. Chaque ticket porte un numéro, une priorité et un état d’avancement.',
      'Que se passe-t-il à la fin du contrat ?':
        'Nous organisons la réversibilité, c’est-à-dire le retour de la maîtrise chez vous ou chez votre nouveau prestataire : inventaire, mots de passe, configurations et historique des incidents vous sont remis, puis nos accès sont supprimés.',
    }),
  },
  closing: {
    title: 'Que vous coûte une matinée d’arrêt ?',
    text: 'Parlons-en 30 minutes : effectif, sites, pannes récentes. Vous saurez ce que comprendrait votre forfait et quels points corriger en premier.',
    actions: links({ 'Réserver 30 minutes': 'schedule', 'Demander l’audit gratuit': '/free-audit' }),
  },
};

import { notice } from '../notice.ts';
import type { HomePage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const homePage: HomePage = {
  seo: {
    title: `Infogérance et cybersécurité à Nice | ${site.company.name}`,
    description:
      'Infrastructure, support 24/7, cybersécurité, Microsoft 365 et formations ISO pour les PME et les cabinets comptables. Commencez par un audit gratuit.',
  },
  hero: {
    titleLines: ['Une informatique qui tient,', 'des données à l’abri'],
    lead: 'Nous installons, surveillons et protégeons l’informatique des PME et des cabinets comptables, et nous formons leurs équipes.',
    badges: ['Partenaire Microsoft CSP', 'Support 24/7'], // product §2
    actions: [
      { label: 'Demander un audit gratuit', to: '/free-audit' },
      { label: 'Découvrir nos services', to: '/services' },
    ],
    wall: {
      label: 'La courbe de la baie devient un rempart de 8 760 briques, une par heure de l’année ; neuf sont jaunes',
      caption: '99,9 % de disponibilité : moins de 9 heures d’arrêt sur les 8 760 d’une année, les briques jaunes.',
    },
  },
  // product §9
  facts: [
    { figure: '10+', unit: 'ans', label: 'd’expérience auprès des PME et des cabinets' },
    { figure: '3', unit: 'continents', label: 'France, Maghreb, Moyen-Orient, Afrique' },
    { figure: '99,9 %', label: 'de disponibilité, par contrat' },
    { figure: '4 h', label: 'de temps de réponse moyen' },
    { figure: '24/7', label: 'pour les urgences de nos clients en services managés' },
  ],
  services: {
    eyebrow: 'Nos services',
    title: 'Quatre métiers, une seule équipe à appeler',
    lead: 'Prenez un service seul ou confiez-nous l’ensemble : réseau, postes, sécurité et licences se règlent alors au même endroit.',
    more: 'En Savoir Plus', // product §2
    expert: 'Parler à un Expert', // product §2
  },
  cloud: {
    eyebrow: 'Cloud Microsoft',
    title: 'Microsoft 365 et Azure, réglés pour votre entreprise',
    lead: 'Partenaire du programme Microsoft CSP (Cloud Solution Provider), nous vendons les licences, les paramétrons et répondons à vos utilisateurs.',
    items: [
      {
        icon: 'euro',
        title: 'Une marge connue',
        text: 'Vous payez le tarif de l’éditeur, plus 15 %. La règle est écrite : vous pouvez refaire le calcul.',
      },
      {
        icon: 'users',
        title: 'Le bon nombre de licences',
        text: 'Avant chaque échéance, nous comparons les licences payées aux comptes actifs et signalons celles à retirer ou à changer.',
      },
      {
        icon: 'mail',
        title: 'Un nom difficile à usurper',
        text: 'SPF, DKIM et DMARC permettent aux messageries de vos clients de reconnaître, puis d’écarter, les faux messages envoyés en votre nom.',
      },
      {
        icon: 'fingerprint',
        title: 'Un mot de passe volé ne suffit plus',
        text: 'L’authentification multifacteur (MFA) réclame une seconde preuve, et l’accès conditionnel bloque les connexions anormales.',
      },
      {
        icon: 'archive',
        title: 'Une sauvegarde à part',
        text: 'Messagerie, OneDrive et SharePoint sont copiés hors de Microsoft 365 : un fichier effacé ou chiffré se récupère, même corbeille vidée.',
      },
      {
        icon: 'refresh',
        title: 'Une bascule préparée',
        text: 'Les données se copient pendant que vos équipes travaillent. Le changement a lieu hors des heures de bureau, après un essai sur un groupe pilote.',
      },
    ],
    action: { label: 'Voir l’offre Cloud Microsoft', to: '/services/microsoft-cloud' },
  },
  training: {
    eyebrow: 'Formations certifiantes',
    title: 'Des compétences prouvées par un examen',
    lead: 'Sécurité de l’information, risques, continuité d’activité, protection des données : nos formations préparent aux certifications de PECB, organisme de certification international.',
    points: [
      'De l’ISO 27001 au métier de délégué à la protection des données (DPO)',
      '3 ou 5 jours, en présentiel ou à distance, avec l’examen le dernier jour',
      'Un certificat valable 3 ans, maintenu par la formation continue',
    ],
    action: { label: 'Voir le catalogue des formations', to: '/formations' },
  },
  caseStudies: {
    eyebrow: 'Études de cas',
    title: 'Trois situations, trois réponses',
    lead: 'Un contrôle annoncé, des serveurs à bout de souffle, une activité qui ne dort pas : ce qui a été fait, et ce qui a changé.',
    items: [
      {
        industry: 'Expertise comptable, Nice',
        badge: 'Conformité en 2 semaines',
        title: 'Prouver sa conformité avant un contrôle',
        summary:
          'Un client important annonçait un contrôle : comment le cabinet protégeait-il les bulletins de paie et les pièces comptables ? Nous avons dressé l’inventaire, fermé les accès inutiles, puis réuni les preuves : le dossier était prêt en 2 semaines.',
        results: [
          'Double authentification sur tous les comptes',
          'Registre des traitements à jour, procédure écrite en cas de fuite de données',
          'Essai de restauration réussi et consigné',
        ],
      },
      {
        industry: 'Distribution, Tunis',
        badge: '30 % de coûts en moins',
        title: 'Passer au cloud plutôt que racheter des serveurs',
        summary:
          'Les serveurs arrivaient en fin de garantie, leur climatisation aussi. Applications et fichiers ont été déplacés vers Azure par étapes, chaque bascule étant répétée avant d’être réalisée.',
        results: [
          'Des coûts inférieurs de 30 % à ceux de l’ancienne installation',
          'Machines dimensionnées sur l’usage mesuré, éteintes quand personne ne s’en sert',
          'Accès des agences protégés par MFA',
        ],
      },
      {
        industry: 'Logistique, Abidjan',
        badge: 'Support 24/7 et sauvegardes',
        title: 'Des entrepôts ouverts la nuit, un support aussi',
        summary:
          'Une panne nocturne bloquait les expéditions jusqu’au matin, et personne n’avait vérifié les sauvegardes. Nous supervisons désormais les serveurs en continu et contrôlons chaque copie.',
        results: [
          'Un technicien joignable 24/7 en cas d’urgence',
          'Sauvegarde immuable : nul ne peut l’effacer ni la modifier avant son terme',
          'Restaurations d’essai planifiées, avec compte rendu',
        ],
      },
    ],
  },
  testimonials: {
    eyebrow: 'Témoignages',
    title: 'Vu du côté du client',
    items: [
      {
        quote:
          'Le rapport d’audit classait tout : ce qui était urgent, ce qui pouvait attendre, et pourquoi. J’ai pu le présenter à mes associés sans interprète.',
        author: 'Hélène Viggiani',
        role: 'Associée',
        company: 'Cabinet Lérinval, expertise comptable, Nice',
      },
      {
        quote:
          'Nos magasins appellent en arabe, le siège en français, et tout le monde parle du même dossier. Quand une caisse s’arrête, nous savons qui s’en occupe.',
        author: 'Youssef Berrahou',
        role: 'Directeur administratif et financier',
        company: 'Ouramis Distribution, Casablanca',
      },
      {
        quote:
          'J’étais venue pour le certificat. Je suis repartie avec un bilan d’impact commencé sur nos propres services, des admissions au laboratoire.',
        author: 'Aïssatou Diamé',
        role: 'Responsable qualité, formée à l’ISO 22301',
        company: 'Clinique Ngor-Horizon, Dakar',
      },
    ],
  },
  partners: {
    eyebrow: 'Partenaires',
    title: 'Avec qui nous travaillons',
    items: [
      { name: 'Microsoft', line: 'Programme CSP : Microsoft 365 et Azure', mark: 'cloud' },
      { name: 'PECB', line: 'Certification des personnes', mark: 'certificate' },
      { name: 'Cordelane Réseaux', line: 'Commutateurs, Wi-Fi et pare-feu', mark: 'network' },
      { name: 'Coffralis', line: 'Sauvegarde immuable hors site', mark: 'backup' },
    ],
  },
  checklist: {
    eyebrow: 'Gratuit',
    title: 'La checklist de cybersécurité',
    lead: 'Les vérifications qu’une entreprise peut mener seule, sans outil particulier, avant un audit ou le renouvellement d’une assurance.',
    contents: [
      'Comptes : qui accède à quoi, et avec quelle double authentification',
      'Sauvegardes : où elles se trouvent, qui peut les effacer, quand une restauration a été essayée',
      'Messagerie : filtrage, SPF, DKIM et DMARC, signalement des messages suspects',
      'Postes et serveurs : mises à jour, chiffrement des disques, antivirus supervisé',
      'Incident : qui appeler, quoi débrancher, qui prévenir et dans quel délai',
    ],
    fields: {
      name: { label: 'Nom et prénom' },
      company: { label: 'Entreprise' },
      email: { label: 'E-mail professionnel', placeholder: 'prenom@entreprise.fr' },
      service: {
        label: 'Service qui vous intéresse',
        placeholder: 'Choisir…',
        hint: 'Facultatif',
        options: [
          { value: 'infrastructure', label: 'Infrastructure' },
          { value: 'managed', label: 'Services managés' },
          { value: 'cybersecurity', label: 'Cybersécurité' },
          { value: 'microsoft', label: 'Cloud Microsoft' },
          { value: 'all', label: 'Tous les services' },
        ],
      },
    },
    submit: 'Recevoir la checklist',
    notice: notice({
      summary: 'Ces informations servent à vous adresser la checklist et à vous parler du service choisi.',
      purpose: 'vous adresser le document demandé et, si vous indiquez un service, vous recontacter à ce sujet.',
      legalBasis:
        'notre intérêt légitime à répondre aux professionnels qui nous sollicitent et à leur présenter nos services (article 6, paragraphe 1, point f du RGPD).',
      recipients: 'les personnes qui envoient la checklist et suivent les demandes commerciales.',
      required:
        'nom, entreprise et e-mail, pour vous faire parvenir le document. Le choix d’un service est facultatif.',
      rights:
        'accès, rectification, effacement, limitation et opposition. Vous pouvez refuser la prospection à tout moment, sans donner de motif.',
    }),
    confirmation: {
      title: 'Merci !', // product §4
      text: 'La checklist vous a été envoyée par e-mail.',
      again: 'Soumettre une Autre Demande', // product §4
      toast: 'Checklist envoyée !',
    },
  },
  closing: {
    title: 'Et chez vous, qu’est-ce qui tiendrait ?',
    text: 'L’audit gratuit répond en 1 à 2 semaines : quatre étapes, un rapport classé par urgence, et vous restez libre de la suite.',
    actions: [
      { label: 'Demander un audit gratuit', to: '/free-audit' },
      { label: 'Nous écrire', to: '/contact' },
    ],
  },
  mailLinkUnreachable: {
    title: 'Votre lien n’a pas pu être ouvert',
    text: 'Vérifiez votre connexion, puis rechargez la page : le lien reste valable.',
  },
};

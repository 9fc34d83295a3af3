import { formChoices } from '../form-choices.ts';
import { items, links } from '../lists.ts';
import { notice } from '../notice.ts';
import type { HomePage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const homePage: HomePage = {
  seo: {
    title: `Infogérance et cybersécurité à Nice | ${site.company.name}`,
    description:
      'Infogérance, cybersécurité, cloud Microsoft et formations ISO pour PME et cabinets comptables, de Cannes à Monaco et au-delà. Audit gratuit.',
  },
  hero: {
    eyebrow: 'Infogérance et cybersécurité à Nice',
    titleLines: ['Une informatique qui tient,', 'des données à l’abri'],
    lead: 'De la Côte d’Azur à l’Afrique, nous équipons, dépannons, protégeons et formons PME et cabinets comptables.',
    badges: ['Partenaire Microsoft CSP', 'Support 24/7'], // product §2
    badgesNote: '24/7 : les urgences de nos clients en services managés.',
    actions: links({ 'Demander un audit gratuit': '/free-audit', 'Découvrir nos services': '/services' }),
    wall: {
      label:
        'La courbe de la baie devient un rempart, dont les briques sont le temps d’une année ; l’arrêt permis est en jaune',
      scale: {
        hour: '1 rang = 1 mois, 1 brique = 1 jour ; en jaune, 9 fois 1 heure',
        day: '1 brique = 1 jour ; en jaune, 9 heures',
      },
      caption: '99,9 % de disponibilité : moins de 9 heures d’arrêt par an, sur 8 760.',
    },
  },
  // product §9
  facts: [
    { figure: '10', unit: 'ans', label: 'et plus auprès des PME et des cabinets' },
    { figure: '3', unit: 'continents', label: 'Europe, Afrique et Asie (Moyen-Orient)' },
    { figure: '99,9 %', label: 'de disponibilité, inscrite au contrat' },
    { figure: '4 h', label: 'ouvrées de temps de réponse moyen' },
    { figure: '24/7', label: 'pour les urgences de nos clients en services managés' },
  ],
  services: {
    title: 'Une seule équipe pour votre informatique',
    lead: 'Prix de départ hors taxes (HT).',
    more: 'En Savoir Plus', // product §2
    expert: 'Parler à un Expert', // product §2
  },
  cloud: {
    title: 'Microsoft 365 et Azure, notre marge en clair',
    lead: 'Licences, réglages et assistance, par un partenaire Microsoft CSP.',
    onInvoiceTitle: 'Ce que la facture montre',
    onInvoice: items({
      'Une marge connue': 'Tarif de l’éditeur, plus 15 % : la même règle pour chaque licence.',
      'Le bon nombre de licences': 'Recomptées avant chaque échéance : celles qui ne servent plus vous sont signalées.',
    }),
    restTitle: 'Ce qu’elle ne montre pas',
    rest: items({
      'Un nom difficile à usurper': 'SPF, DKIM et DMARC écartent les faux messages envoyés en votre nom.',
      'Plus qu’un mot de passe': 'Une seconde preuve (MFA) et, contre le vol de session, un appareil connu.',
      'Une sauvegarde à part': 'Messagerie et fichiers, copiés hors de Microsoft 365 : ce qui est effacé se récupère.',
      'Une bascule préparée': 'Copie pendant le travail, essai, puis changement hors des heures de bureau.',
    }),
    action: { label: 'Voir l’offre Cloud Microsoft', to: '/services/microsoft-cloud' },
  },
  training: {
    title: 'Des compétences prouvées par un examen',
    lead: 'Nos formations préparent aux certifications de PECB.',
    wall: 'Les formations, une par brique',
    points: [
      'De l’ISO 27001 au métier de DPO',
      '3 ou 5 jours, en présentiel ou à distance, avec l’examen le dernier jour',
      'Un certificat valable 3 ans, maintenu par la formation continue',
    ],
    action: { label: 'Voir le catalogue des formations', to: '/formations' },
  },
  caseStudies: {
    title: 'Ce que cela donne sur le terrain',
    lead: 'Études de cas et témoignages fictifs, qui illustrent notre façon de travailler.',
    items: [
      {
        industry: 'Expertise comptable, Nice',
        badge: 'Conformité en 2 semaines',
        figure: '2 semaines',
        picture: { kind: 'days', weeks: ['Semaine 1', 'Semaine 2'] },
        title: 'Prouver sa conformité avant un contrôle',
        summary:
          'Un client allait contrôler la façon dont le cabinet protège les bulletins de paie. Inventaire, accès inutiles fermés, preuves réunies : le dossier était prêt à temps.',
        results: [
          'Authentification multifacteur (MFA) pour tous',
          'Registre des traitements et procédure en cas de fuite',
          'Essai de restauration réussi et consigné',
        ],
      },
      {
        industry: 'Distribution, Tunis',
        badge: '−30 % de coûts',
        figure: '−30 %',
        picture: { kind: 'costs', before: 'Serveurs sur place', after: 'Azure' },
        title: 'Passer au cloud plutôt que de racheter des serveurs',
        summary:
          'Les serveurs arrivaient en fin de garantie, leur climatisation aussi. Tout est passé dans Azure par étapes, chacune répétée avant d’être faite.',
        results: [
          '30 % de coûts en moins qu’avec l’ancienne installation',
          'Machines éteintes quand personne ne s’en sert',
          'Accès des agences protégés par MFA',
        ],
      },
      {
        industry: 'Logistique, Abidjan',
        badge: 'Support 24/7 et sauvegardes',
        figure: '24/7',
        picture: { kind: 'dial', day: 'Bureau', night: 'Nuit', opens: '8 h', closes: '18 h' },
        title: 'Des entrepôts ouverts la nuit, un support aussi',
        summary:
          'Une panne nocturne bloquait les expéditions jusqu’au matin. Les serveurs sont désormais supervisés en continu, et chaque sauvegarde est contrôlée.',
        results: [
          'Un technicien joignable 24/7 en cas d’urgence',
          'Sauvegarde immuable, que nul ne peut effacer avant le terme fixé',
          'Restaurations d’essai, avec compte rendu',
        ],
      },
    ],
  },
  testimonials: {
    title: 'Vu du côté du client',
    lead: 'Personnes et entreprises fictives.',
    items: [
      {
        quote:
          'Le rapport disait ce qui était urgent, ce qui pouvait attendre, et pourquoi. Je l’ai présenté à mes associés sans interprète.',
        author: 'Hélène Viggiani',
        role: 'Associée',
        company: 'Cabinet Lérinval, expertise comptable, Nice',
      },
      {
        quote: 'Nos magasins appellent en arabe, le siège en français, et tout le monde parle du même dossier.',
        author: 'Youssef Berrahou',
        role: 'Directeur administratif et financier',
        company: 'Ouramis Distribution, Casablanca',
      },
      {
        quote:
          'J’étais venue pour le certificat. Je suis repartie avec un bilan d’impact commencé sur nos propres services.',
        author: 'Aïssatou Diamé',
        role: 'Responsable qualité, formée à l’ISO 22301',
        company: 'Clinique Ngor-Horizon, Dakar',
      },
    ],
  },
  partners: {
    title: 'Nos partenaires',
    fictional: '(fictif)',
    items: [
      { name: 'Microsoft', line: 'Programme CSP : Microsoft 365 et Azure', lettering: 'plain', isFictional: false },
      { name: 'PECB', line: 'Certification des personnes', lettering: 'capitals', isFictional: false },
      { name: 'Cordelane Réseaux', line: 'Commutateurs, Wi-Fi et pare-feu', lettering: 'pair', isFictional: true },
      { name: 'Coffralis', line: 'Sauvegarde immuable hors site', lettering: 'spaced', isFictional: true },
    ],
  },
  checklist: {
    title: 'La checklist de cybersécurité',
    lead: 'Gratuite : ce qu’une entreprise peut vérifier seule, sans outil.',
    sheet: {
      title: 'Checklist de cybersécurité',
      excerpt: 'Extrait',
      annotation: 'Quinze vérifications, une page',
      parts: [
        {
          title: 'Comptes',
          checks: [
            'Chaque personne a son propre compte, et personne d’autre ne s’en sert',
            'L’authentification multifacteur (MFA) protège la messagerie et les accès à distance',
            'Les comptes des personnes parties sont fermés',
          ],
        },
        {
          title: 'Sauvegardes',
          checks: [
            'Une copie est gardée hors de vos locaux',
            'Un compte d’administrateur volé ne suffit pas à l’effacer',
            'Une restauration a été essayée, et le résultat est écrit',
          ],
        },
        {
          title: 'Messagerie',
          checks: [
            'SPF, DKIM et DMARC sont publiés pour votre nom de domaine',
            'Les pièces jointes et les liens sont filtrés',
            'Chacun sait à qui signaler un message douteux',
          ],
        },
        {
          title: 'Postes et serveurs',
          checks: [
            'Les mises à jour s’installent, et quelqu’un le vérifie',
            'Les disques des ordinateurs portables sont chiffrés',
            'Une alerte de l’antivirus est lue par une personne',
          ],
        },
        {
          title: 'Incident',
          checks: [
            'Le numéro à appeler est écrit ailleurs que sur un ordinateur',
            'Vous savez quoi débrancher, et ce qu’il ne faut pas éteindre',
            'Vous savez quand prévenir la CNIL, l’assureur et les clients',
          ],
        },
      ],
    },
    fields: {
      name: { label: 'Nom et prénom' },
      company: { label: 'Entreprise' },
      email: { label: 'E-mail professionnel', placeholder: 'prenom@entreprise.fr' },
      service: {
        label: 'Service qui vous intéresse',
        placeholder: 'Choisir…',
        options: formChoices.checklistService,
      },
    },
    submit: 'Recevoir la checklist',
    notice: notice({
      summary: 'Pour vous adresser la checklist et, seulement si vous choisissez un service, vous en parler.',
      purpose: 'vous adresser le document demandé et, si vous indiquez un service, vous recontacter à ce sujet.',
      legalBasis:
        'notre intérêt légitime à répondre aux professionnels qui nous sollicitent et à leur présenter nos services (article 6, paragraphe 1, point f du RGPD).',
      recipients: 'les personnes qui envoient la checklist et suivent les demandes commerciales.',
      required:
        'nom, entreprise et e-mail, pour vous faire parvenir le document. Le choix d’un service est facultatif.',
      rights:
        'Vos droits : accès, rectification, effacement et limitation ; opposition à tout moment, pour des raisons tenant à votre situation. Vous pouvez refuser la prospection à tout moment, sans donner de motif.',
    }),
    confirmation: {
      title: 'Merci !', // product §4
      text: 'La checklist vous a été envoyée par e-mail.',
      again: 'Soumettre une Autre Demande', // product §4
      toast: 'Checklist envoyée !',
    },
  },
  closing: {
    title: 'Et chez vous, tout tient-il ?',
    text: 'Gratuit pour les entreprises éligibles, l’audit prend 1 à 2 semaines, et vous restez libre de la suite.',
    actions: links({ 'Demander un audit gratuit': '/free-audit', 'Nous écrire': '/contact' }),
  },
  mailLinkUnreachable: {
    title: 'Votre lien n’a pas pu être ouvert',
    text: 'Vérifiez votre connexion, puis rechargez la page : le lien reste valable.',
  },
};

import { links, named } from '../lists.ts';
import type { WhyUsPage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const whyUsPage: WhyUsPage = {
  seo: {
    title: `Choisir son prestataire informatique à Nice | ${site.company.name}`,
    description:
      'Plus de 10 ans d’expérience, 3 continents, 99,9 % de disponibilité, réponse en 4 h ouvrées en moyenne : nos engagements, notre méthode, nos référentiels.',
  },
  hero: {
    title: 'Des engagements que vous pouvez vérifier',
    lead: 'Un prestataire informatique se juge sur des faits : qui répond, en combien de temps, à quel prix, et ce qui vous reste le jour où vous partez. Nous mesurons les nôtres, et vous les vérifiez dans vos propres documents.',
    actions: links({ 'Demander un audit gratuit': '/free-audit', 'Prendre un RDV': 'schedule' }),
    wall: {
      title: 'Ce que nous promettons, et où le vérifier',
      bricks: [
        { promise: '99,9 % de disponibilité', proof: 'Dans votre contrat de services managés' },
        { promise: 'Réponse en 4 h ouvrées en moyenne', proof: 'Dans l’historique de vos demandes' },
        { promise: '15 % de marge sur Microsoft', proof: 'Sur chaque ligne de facture' },
        { promise: 'Vos accès vous sont rendus', proof: 'Dans la clause de réversibilité' },
      ],
      own: 'La vôtre, écrite dans votre contrat',
    },
  },
  statistics: {
    title: 'Nos chiffres, et ce qu’ils recouvrent',
    continents: ['Europe', 'Afrique', 'Asie'],
    items: [
      {
        kind: 'years',
        figure: 'Plus de 10 ans',
        label: 'd’expérience',
        text: 'Auprès de PME et de cabinets d’expertise comptable, de la salle serveur au cloud.',
      },
      {
        kind: 'continents',
        figure: '3 continents',
        label: 'servis depuis Nice',
        text: 'L’Europe avec la France, l’Afrique du Maghreb au sud du Sahara, l’Asie avec le Moyen-Orient.',
      },
      {
        kind: 'availability',
        figure: '99,9 %',
        label: 'de disponibilité',
        text: 'L’engagement de niveau de service (SLA) de nos contrats de services managés (infogérance).',
      },
      {
        kind: 'response',
        figure: '4 h',
        label: 'ouvrées de temps de réponse moyen',
        text: 'De l’ouverture d’un ticket à la première réponse d’un technicien. Chaque ticket affiche sa propre échéance, selon sa priorité.',
      },
      {
        kind: 'support',
        figure: '24/7',
        label: 'pour les urgences',
        text: 'Un support joignable nuits, week-ends et jours fériés compris, pour nos clients en services managés.',
      },
      {
        kind: 'savings',
        figure: '60 %',
        label: 'd’économies au maximum',
        text: 'Jusqu’à 60 % sur les coûts informatiques et jusqu’à 40 % sur la seule infrastructure. Tout dépend de votre point de départ : l’audit l’établit.',
      },
    ],
  },
  differentiators: {
    title: 'Ce qui change au quotidien',
    items: [
      {
        title: 'Celui qui décroche connaît votre dossier',
        text: 'Vous n’expliquez pas deux fois le même problème.',
        proof: {
          kind: 'file',
          title: 'Votre dossier',
          note: 'Une seule documentation, tenue à jour',
          parts: ['Plan du réseau', 'Inventaire des postes', 'Contrats', 'Incidents passés'],
        },
      },
      {
        title: 'Français, anglais, arabe',
        text: 'Vos bureaux de Nice et ceux de Sfax s’adressent aux mêmes techniciens.',
        proof: {
          kind: 'greetings',
          words: [
            { language: 'fr', text: 'Bonjour' },
            { language: 'en', text: 'Hello' },
            { language: 'ar', text: 'مرحبا' },
          ],
        },
      },
      {
        title: 'Vos clés restent les vôtres',
        text: 'Domaines et comptes Microsoft sont ouverts à votre nom. La clause de réversibilité règle le reste.',
        proof: {
          kind: 'handover',
          title: 'Ce qui vous revient',
          column: 'Quand',
          rows: named({
            'Noms de domaine': 'Dès le premier jour',
            'Comptes Microsoft': 'Dès le premier jour',
            'Mots de passe d’administration': 'En fin de contrat',
            Documentation: 'En fin de contrat',
          }),
        },
      },
    ],
  },
  method: {
    title: 'Notre méthode en quatre étapes',
    lead: 'Chaque étape se termine par un document. Vous le lisez, puis vous décidez de la suite. Ici, trois faiblesses courantes, du constat à la preuve.',
    subjects: ['Sauvegarde', 'Accès à distance', 'Licences'],
    items: [
      {
        title: 'Comprendre',
        document: {
          title: 'État des lieux',
          note: 'Constat',
          lines: [
            'Jamais restaurée, même pour un essai',
            'Un mot de passe suffit',
            'Payées, sans que personne les utilise',
          ],
        },
        text: 'Un appel de découverte de 30 minutes, puis un audit de 1 à 2 semaines : inventaire, accès, sauvegardes, contrats. Vous recevez l’état des lieux.',
      },
      {
        title: 'Hiérarchiser',
        document: {
          title: 'Plan d’action chiffré',
          note: 'Décision',
          lines: [
            'Cette semaine : un essai de restauration',
            'Cette semaine : la MFA pour tous',
            'À l’échéance : les retirer',
          ],
        },
        text: 'Chaque faiblesse est classée selon sa gravité et l’effort qu’elle demande. Vous choisissez quoi traiter, dans quel ordre et avec quel budget.',
      },
      {
        title: 'Mettre en place',
        document: {
          title: 'Compte rendu de bascule',
          note: 'Exécution',
          lines: [
            'Des fichiers d’essai rendus et ouverts',
            'MFA au groupe pilote, puis à tous',
            'Retirées à l’échéance',
          ],
        },
        text: 'Les changements passent d’abord par un groupe pilote, avec un retour en arrière prévu. Vos équipes sont prévenues et formées avant la bascule.',
      },
      {
        title: 'Suivre et prouver',
        document: {
          title: 'Dossier de preuves',
          note: 'Preuve',
          lines: [
            'Le compte rendu de l’essai, daté',
            'La liste des comptes, tous avec MFA',
            'La facture, avec une ligne de moins',
          ],
        },
        text: 'Supervision, mises à jour, essais de restauration. Un point régulier compare les résultats aux engagements et prépare les preuves que demandera votre auditeur.',
      },
    ],
  },
  certifications: {
    title: 'Programmes et référentiels de nos missions',
    lead: 'Ils cadrent nos missions et nos formations. Les certificats PECB sont délivrés à des personnes, après examen : cette liste n’annonce aucune certification de notre entreprise.',
    items: named({
      'Microsoft CSP':
        'Le programme Cloud Solution Provider, dont nous sommes partenaire : il nous permet de vendre et d’administrer Microsoft 365 et Azure.',
      PECB: 'L’organisme qui fait passer l’examen et délivre le certificat à l’issue de nos formations.',
      'ISO/IEC 27001':
        'Le système de management de la sécurité de l’information, et les 93 mesures de son annexe A. Formations Lead Implementer et Lead Auditor.',
      'ISO/IEC 27002': 'Le guide qui explique comment appliquer chacune de ces mesures. Formation Lead Manager.',
      'ISO/IEC 27005':
        'L’appréciation et le traitement des risques de sécurité de l’information. Formation Risk Manager.',
      'ISO/IEC 27032': 'Les lignes directrices pour la sécurité sur Internet. Formation Lead Cybersecurity Manager.',
      'ISO 22301':
        'La continuité d’activité : que faire, et en combien de temps, quand le site ou le système s’arrête. Formations Lead Implementer et Lead Auditor.',
      'ISO 31000': 'Les principes du management du risque, tous domaines confondus. Formation Risk Manager.',
      RGPD: 'Le règlement européen sur les données personnelles et le rôle du délégué à la protection des données. Formation Data Protection Officer.',
      'EBIOS Risk Manager': 'La méthode d’analyse de risques publiée par l’ANSSI. Notre formation est en préparation.',
    }),
  },
  regions: {
    title: 'Depuis Nice, en France et au-delà',
    means: { onSite: 'Sur place : la Côte d’Azur', remote: 'À distance, déplacements planifiés' },
    cities: ['Nice', 'Tunis', 'Casablanca', 'Dakar', 'Abidjan', 'Dubaï'],
    lead: 'Les règles, les langues et les réseaux diffèrent d’un pays à l’autre. Les installations doivent en tenir compte.',
    items: [
      {
        name: 'France',
        text: 'Sur la Côte d’Azur, nous venons chez vous : Nice, Antibes, Sophia Antipolis, Cannes, Menton, et Monaco toute proche. Ailleurs, nous intervenons à distance ou planifions le déplacement.',
        points: [
          'RGPD : registre des traitements et, en cas de violation présentant un risque, notification à la CNIL dans les 72 heures',
          'Cabinets comptables : secret professionnel, données de paie, facturation électronique',
          `Bureau ouvert ${site.office.hoursInProse}`,
        ],
      },
      {
        name: 'Maghreb',
        text: 'L’assistance se fait en français et en arabe. Le siège et les filiales partagent les mêmes outils et les mêmes règles d’accès.',
        points: [
          'Maroc : loi n° 09-08 sur les données personnelles, sous le contrôle de la CNDP',
          'Tunisie : loi organique n° 2004-63, sous le contrôle de l’INPDP',
          'Algérie : loi n° 18-07, sous le contrôle de l’ANPDP',
        ],
      },
      {
        name: 'Moyen-Orient',
        text: 'Vos équipes nous parlent en arabe, en anglais ou en français, et lisent les mêmes comptes rendus que le siège.',
        points: [
          'Émirats arabes unis : décret-loi fédéral n° 45 de 2021 sur les données personnelles',
          'Missions à distance, déplacements planifiés, sessions de formation en ligne ou sur place',
        ],
      },
      {
        name: 'Afrique subsaharienne',
        text: 'Quand le courant ou la liaison manque, le travail doit continuer : l’installation est conçue pour cela.',
        points: [
          'Onduleurs, seconde liaison Internet, copie locale doublée d’une copie hors site',
          'Lois nationales prises en compte, par exemple au Sénégal (n° 2008-12) et en Côte d’Ivoire (n° 2013-450)',
        ],
      },
    ],
  },
  closing: {
    title: 'Vérifiez par vous-même',
    text: 'L’audit informatique est gratuit pour les entreprises éligibles, pendant une durée limitée. L’audit commence par un appel de 30 minutes.',
    actions: links({ 'Demander un audit gratuit': '/free-audit', 'Nous écrire': '/contact' }),
  },
};

import { items, links } from '../lists.ts';
import type { PartnersPage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const partnersPage: PartnersPage = {
  seo: {
    title: `Partenaire Microsoft CSP et PECB à Nice | ${site.company.name}`,
    description:
      'Microsoft pour le cloud, PECB pour les certifications, des spécialistes du réseau et de la sauvegarde : qui ils sont et ce que vous y gagnez.',
  },
  hero: {
    title: 'Peu de partenaires, des rôles clairs',
    lead: 'Nous ne fabriquons ni logiciels ni matériel : nous choisissons ceux des autres, nous les installons et nous en assurons le suivi pour vous. Voici avec qui, et pour quoi.',
    actions: links({
      'Parler à un spécialiste': '/contact',
      'Voir l’offre Cloud Microsoft': '/services/microsoft-cloud',
    }),
    plan: {
      title: 'Qui appelez-vous ?',
      phone: site.company.phone,
      annotation: ['Toujours', 'le même numéro'],
      roles: [
        { situation: 'Une licence est bloquée', name: 'éditeur', text: 'Nous, avec l’éditeur' },
        { situation: 'Un commutateur tombe en panne', name: 'fabricant', text: 'Nous, avec le fabricant' },
        { situation: 'Un examen est à reporter', name: 'organisme', text: 'Nous, avec l’organisme' },
        { situation: 'Une sauvegarde échoue', name: 'hébergeur', text: 'Nous, avec l’hébergeur' },
      ],
    },
  },
  partners: {
    title: 'Qui fait quoi',
    lead: 'Cordelane Réseaux et Coffralis sont des noms fictifs : ils illustrent le rôle d’un équipementier et celui d’un hébergeur de sauvegardes.',
    fictional: 'Partenaire fictif',
    items: [
      {
        name: 'Microsoft',
        line: 'Programme CSP : Microsoft 365 et Azure',
        lettering: 'plain',
        isFictional: false,
        text: 'Le programme CSP (Cloud Solution Provider) autorise ses partenaires à vendre et à administrer les services en ligne de Microsoft. Nous devenons votre interlocuteur pour les licences, la facture et les incidents.',
        brings: [
          'Microsoft 365, Azure, Dynamics 365 et Power Platform auprès d’un même fournisseur',
          'Le tarif de l’éditeur, plus 15 %, hors taxes',
          'Les demandes à l’éditeur, ouvertes et suivies par nous',
        ],
      },
      {
        name: 'PECB',
        line: 'Certification des personnes',
        lettering: 'capitals',
        isFictional: false,
        text: 'Cet organisme de certification international conçoit les examens et délivre les certificats. Celui qui forme n’est donc pas celui qui note : c’est ce qui donne sa valeur au certificat.',
        brings: [
          'Des programmes alignés sur les normes ISO et sur le RGPD',
          'Un examen à choix multiples, le dernier jour de la formation',
          'Un certificat nominatif valable 3 ans',
        ],
      },
      {
        name: 'Cordelane Réseaux',
        line: 'Commutateurs, Wi-Fi et pare-feu',
        lettering: 'pair',
        isFictional: true,
        text: 'Le matériel qui relie vos postes, vos serveurs et vos sites. Nous l’utilisons pour segmenter le réseau en VLAN : les invités, la comptabilité et les caméras ne se voient pas entre eux.',
        brings: [
          'Une gamme courte, dont nous connaissons les réglages et les pannes',
          'Des équipements de rechange préparés avec votre configuration',
          'Des correctifs de sécurité suivis et installés par nous',
        ],
      },
      {
        name: 'Coffralis',
        line: 'Sauvegarde immuable hors site',
        lettering: 'spaced',
        isFictional: true,
        text: 'Une copie de vos données, chiffrée et gardée loin de vos locaux. Immuable veut dire que personne ne peut l’effacer avant le terme fixé, pas même un pirate qui aurait volé un compte d’administrateur.',
        brings: [
          'Une durée de conservation choisie avec vous',
          'Des essais de restauration consignés, à présenter à un auditeur ou à un assureur',
          'Un pays d’hébergement convenu avant la première copie',
        ],
      },
    ],
  },
  principles: {
    title: 'Comment nous choisissons',
    sheet: { title: 'Fiche de choix', note: 'Commutateur d’accès, 24 ports · exemple' },
    items: items({
      'Le besoin d’abord':
        'Le matériel en place qui reste sûr et suivi par son fabricant est conservé. Un remplacement se justifie par écrit dans le rapport d’audit.',
      'Une marge annoncée':
        'Sur l’offre Microsoft, elle est publique : 15 % au-dessus du tarif de l’éditeur. Aucun partenaire ne décide de ce que nous vous recommandons.',
      'Une sortie prévue':
        'Avant de retenir un produit, nous vérifions comment en extraire vos données et combien de temps son éditeur s’engage à le corriger.',
      'Un seul interlocuteur':
        'Si un équipement tombe en panne ou qu’un service ralentit, vous nous appelez. Trouver lequel des fournisseurs est en cause, c’est notre travail.',
    }),
  },
  become: {
    title: 'Devenir partenaire',
    lead: 'Vous servez les mêmes entreprises que nous, en France, au Maghreb, au Moyen-Orient ou dans le reste de l’Afrique ? Écrivez-nous en précisant votre cas.',
    items: items({
      'Cabinet d’expertise comptable ou de conseil':
        'Vos clients vous interrogent sur le RGPD, la fraude au virement ou la sauvegarde. Nous intervenons à vos côtés, et la relation avec le client reste la vôtre.',
      'Prestataire informatique local':
        'Vous assurez les interventions sur place, nous apportons la supervision, la sécurité ou les licences. Le partage des tâches est écrit avant la première intervention.',
      'Éditeur ou fabricant':
        'Envoyez-nous une documentation et un accès d’essai. Nous regardons la sécurité du produit, sa réversibilité et la durée pendant laquelle il est maintenu.',
    }),
  },
  closing: {
    title: 'Une question sur un produit ou un partenariat ?',
    text: 'Décrivez votre situation en quelques lignes : produit, fournisseur, échéance.',
    actions: links({ 'Nous écrire': '/contact', 'Prendre un RDV': 'schedule' }),
  },
};

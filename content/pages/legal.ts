import type { LegalPage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const legalPages: { privacy: LegalPage; terms: LegalPage; cookies: LegalPage; imprint: LegalPage } = {
  privacy: {
    seo: {
      title: `Politique de confidentialité | ${site.company.name}`,
      description: `Quelles données ${site.company.name} collecte, pourquoi, pendant combien de temps, avec qui elles sont partagées et comment exercer vos droits RGPD.`,
    },
    title: 'Politique de confidentialité',
    updated: '2025-06-15', // product §2
    addendum: {
      date: '2026-11-16',
      text: 'réponses aux tickets par e-mail, fichiers joints, clés d’accès, vue du client par notre équipe, durée de conservation des sauvegardes.',
    },
    lead: 'Nous protégeons les données des autres ; les vôtres méritent la même rigueur. Cette page dit ce que nous collectons, à quoi cela sert, combien de temps nous le gardons et comment reprendre la main.',
  },
  terms: {
    seo: {
      title: `Conditions d’utilisation | ${site.company.name}`,
      description: `Les règles d’accès au site et à l’espace client de ${site.company.name} : demandes en ligne, compte, propriété, responsabilité et droit applicable.`,
    },
    title: 'Conditions d’utilisation',
    updated: '2025-06-15', // product §2
    addendum: {
      date: '2026-11-16',
      text: 'réponses et fichiers dans les tickets, obligation essentielle à l’article 8, demandes d’audit reçues avant la fin de l’offre.',
    },
    lead: `Ces conditions régissent l’accès au site public et à l’espace client de ${site.company.name}. Les prestations elles-mêmes font l’objet de devis et de contrats distincts.`,
  },
  cookies: {
    seo: {
      title: `Politique de cookies | ${site.company.name}`,
      description:
        'Un seul cookie pour les visiteurs, aucun traceur publicitaire : les types de cookies, leurs durées, les services tiers et vos droits.',
    },
    title: 'Politique de cookies',
    updated: '2026-11-16',
    lead: 'Le site n’utilise aujourd’hui ni mesure d’audience ni publicité. Vous pouvez consulter et modifier vos préférences à tout moment avec le bouton « Gérer les Cookies ».',
    figures: {
      items: [
        { figure: '1', unit: 'cookie' },
        { figure: '6', unit: 'mois' },
      ],
      text: 'Pour les visiteurs, et seulement si vous enregistrez vos préférences.',
    },
  },
  imprint: {
    seo: {
      title: `Mentions légales | ${site.company.name}`,
      description: `Éditeur, direction de la publication, hébergement, propriété intellectuelle et crédits du site de ${site.company.name}, à Nice.`,
    },
    title: 'Mentions légales',
    updated: '2026-11-16',
    lead: 'Qui édite ce site, qui l’héberge et à qui s’adresser, comme le demande la loi pour la confiance dans l’économie numérique.',
  },
};

/** The privacy policy says more in a build with LEADS=deliver. */
export const privacyDeliveryAddendum: LegalPage['addendum'] = {
  date: '2026-11-18',
  text: `${legalPages.privacy.addendum?.text.replace(/\.$/, '') ?? ''}, formulaires du site et lettre d’information.`,
};

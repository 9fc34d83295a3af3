import { links, questions } from '../lists.ts';
import type { PlansPage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const plansPage: PlansPage = {
  seo: {
    title: `Formules Microsoft 365 pour PME comparées | ${site.company.name}`,
    description:
      'Business Basic, Business Standard ou Business Premium : ce que comprend chaque formule, pour qui, et comment est fixé le prix par utilisateur et par mois.',
  },
  hero: {
    title: 'Quelle formule Microsoft 365 pour vos équipes ?',
    lead: 'Trois formules couvrent les besoins d’une entreprise jusqu’à 300 utilisateurs. La première s’utilise en ligne, la deuxième s’installe sur les postes, la troisième les protège.',
    actions: links({ 'Demander un devis': '/contact', 'Prendre un RDV': 'schedule' }),
  },
  plans: {
    title: 'Basic, Standard, Premium',
    lead: 'Vous pouvez les mélanger : chaque personne reçoit celle qui correspond à son travail. La même règle de prix vaut pour les trois.',
    items: [
      {
        name: 'Microsoft 365 Business Basic',
        shortName: 'Basic',
        period: 'par utilisateur / mois',
        popular: false,
        description: 'L’essentiel en ligne : une messagerie professionnelle et des documents accessibles de partout.',
        features: [
          'Word, Excel, PowerPoint et Outlook sur le web et sur mobile',
          'Messagerie Exchange à votre nom de domaine',
          '1 To de stockage OneDrive par utilisateur',
          'Documents partagés dans SharePoint',
          'Filtrage du courrier indésirable et des virus connus',
          'Authentification multifacteur (MFA)',
        ],
        bestFor: 'équipes de terrain, accueil, saisonniers, à qui un navigateur ou un téléphone suffit.',
        wall: 'En jaune, le travail en ligne',
      },
      {
        name: 'Microsoft 365 Business Standard',
        shortName: 'Standard',
        period: 'par utilisateur / mois',
        popular: true,
        description: 'La suite complète, installée sur les ordinateurs, pour ceux qui vivent dans Excel et Outlook.',
        features: [
          'Tout Business Basic',
          'Word, Excel, PowerPoint et Outlook installés sur PC et Mac',
          'Travail hors connexion, synchronisé au retour du réseau',
          'Jusqu’à cinq ordinateurs, cinq tablettes et cinq téléphones par personne',
          'Espaces de travail collaboratifs Loop',
          'Montage vidéo avec Clipchamp',
        ],
        bestFor: 'gestion, comptabilité, commerce, qui manient fichiers lourds et macros à longueur de journée.',
        wall: 'En jaune, les applications installées ; en bleu, tout Basic',
      },
      {
        name: 'Microsoft 365 Business Premium',
        shortName: 'Premium',
        period: 'par utilisateur / mois',
        popular: false,
        description: 'La suite complète et les moyens de la défendre : identités, appareils, messagerie, documents.',
        features: [
          'Tout Business Standard',
          'Accès conditionnel avec Microsoft Entra ID P1',
          'Ordinateurs et téléphones administrés par Intune, effaçables à distance',
          'Protection des postes avec Defender for Business',
          'Liens et pièces jointes analysés par Defender for Office 365',
          'Étiquettes de confidentialité et prévention des fuites avec Purview',
          'Archivage en ligne de la messagerie',
        ],
        bestFor:
          'cabinets comptables, dirigeants, télétravailleurs, dont les appareils portent des données confidentielles.',
        wall: 'En jaune, la sécurité ; en bleu, tout Standard',
      },
    ],
    price: 'Tarif éditeur + 15 %',
    popularLabel: 'Populaire',
    includedLabel: 'Ce qui est compris',
    bestForLabel: 'Idéal pour :',
    note: 'Prix hors taxes (HT)',
    action: { label: 'Demander un audit gratuit', to: '/free-audit' },
  },
  comparison: {
    title: 'Ce qui les distingue, ligne par ligne',
    lead: 'Basic et Standard diffèrent par les applications ; Premium se distingue par la sécurité.',
    labels: { capability: 'Capacité', yes: 'Oui', no: 'Non', onlyDifferences: 'Seulement les différences' },
    rows: [
      // From the top of the wall down: what Premium adds, what Standard adds, what all three have.
      { capability: 'Accès conditionnel (Entra ID P1)', marks: ['Non', 'Non', 'Oui'] },
      { capability: 'Gestion des appareils (Intune)', marks: ['Non', 'Non', 'Oui'] },
      { capability: 'Protection des postes (Defender for Business)', marks: ['Non', 'Non', 'Oui'] },
      { capability: 'Messagerie renforcée (Defender for Office 365)', marks: ['Non', 'Non', 'Oui'] },
      { capability: 'Prévention des fuites de données (Purview)', marks: ['Non', 'Non', 'Oui'] },
      { capability: 'Applications installées sur PC et Mac', marks: ['Non', 'Oui', 'Oui'] },
      { capability: 'Applications web et mobiles', marks: ['Oui', 'Oui', 'Oui'] },
      { capability: 'Messagerie à votre nom de domaine', marks: ['Oui', 'Oui', 'Oui'] },
      { capability: 'Stockage OneDrive par utilisateur', marks: ['1 To', '1 To', '1 To'] },
      { capability: 'Existe avec Teams', marks: ['Oui', 'Oui', 'Oui'] },
      { capability: 'Authentification multifacteur (MFA)', marks: ['Oui', 'Oui', 'Oui'] },
      { capability: 'Nombre maximal d’utilisateurs', marks: ['300', '300', '300'] },
    ],
  },
  faq: {
    title: 'Avant de choisir',
    items: questions({
      'Pourquoi n’affichez-vous pas de montant ?':
        'Les tarifs de Microsoft changent selon le pays, la devise et la durée d’engagement. Plutôt qu’un chiffre vite périmé, nous remettons un devis du jour : le tarif éditeur, notre marge de 15 % et le total par utilisateur et par mois.',
      'Teams est-il compris ?':
        'Chaque formule est vendue avec ou sans Teams. Si vous utilisez déjà un autre outil de réunion, la version sans Teams coûte moins cher ; le devis indique toujours laquelle est chiffrée.',
      'Peut-on passer d’une formule à l’autre ?':
        'Monter en gamme est possible à tout moment et ne déplace aucune donnée. Descendre se prépare pour l’échéance de l’abonnement ; nous vous prévenons avant cette date.',
      'Quelle formule pour un cabinet comptable ?':
        'Business Premium pour toute personne qui ouvre des dossiers de clients, car l’accès conditionnel et les étiquettes de confidentialité y sont compris. Business Basic peut suffire à l’accueil. L’audit gratuit vérifie ce partage, poste par poste.',
    }),
  },
  closing: {
    title: 'Vos licences actuelles sont-elles les bonnes ?',
    text: 'L’audit gratuit compare ce que vous payez à ce que vos équipes utilisent, et signale les protections manquantes.',
    actions: links({
      'Demander l’audit gratuit': '/free-audit',
      'Découvrir le cloud Microsoft': '/services/microsoft-cloud',
    }),
  },
};

import { items, links, named, questions } from '../lists.ts';
import type { MicrosoftCloudPage } from '../schema/service.ts';
import { site } from '../site.ts';

export const microsoftCloud: MicrosoftCloudPage = {
  seo: {
    title: `Microsoft 365 et Azure à Nice, partenaire CSP | ${site.company.name}`,
    description:
      'Microsoft 365, Azure, Dynamics 365 et Power Platform par un partenaire CSP : tarif éditeur + 15 %, migration et support en français, anglais et arabe.',
  },
  card: {
    slug: 'microsoft-cloud',
    name: 'Cloud Microsoft',
    summary:
      'Microsoft 365, Azure, Dynamics 365 et Power Platform : licences choisies, données migrées, comptes administrés.',
    description:
      'Partenaire Microsoft CSP, nous retenons avec vous les licences réellement utiles, migrons la messagerie et les fichiers, puis administrons l’ensemble. Vous recevez une seule facture, vous appelez un seul numéro et vous connaissez notre marge.',
    features: [
      'Choix des licences d’après l’usage de chaque poste',
      'Migration de la messagerie, des fichiers et des droits',
      'Réglages de sécurité appliqués dès l’ouverture des comptes',
      'Serveurs, sauvegarde et reprise dans Microsoft Azure',
      'Applications de gestion Dynamics 365 et Power Platform',
      'Revue des licences avant chaque renouvellement',
    ],
    price: 'Tarif éditeur + 15 %',
    priceNote:
      'Prix hors taxes (HT). Le devis montre les deux montants ; la marge rémunère le conseil, l’administration des licences et le support. La migration et la sauvegarde indépendante font l’objet d’un devis.',
  },
  hero: {
    title: 'Microsoft 365 et Azure, avec quelqu’un au bout du fil',
    lead: 'Vous choisissez vos licences avec un conseiller, migrez avec un ingénieur et appelez un technicien quand quelque chose bloque. Nous sommes partenaire Microsoft CSP à Nice : nos prix suivent une règle que vous pouvez vérifier.',
    actions: links({ 'Comparer les formules': '/microsoft-plans', 'Préparer ma migration': '/schedule-consultation' }),
  },
  invoice: {
    title: 'Une ligne de votre facture',
    product: 'Microsoft 365 Business Standard',
    base: 'Tarif éditeur ramené à 100',
    vendor: { label: 'Tarif éditeur', amount: '100' },
    margin: { label: 'Notre marge, 15 %', amount: '15' },
    total: { label: 'Vous payez, hors taxes', amount: '115' },
    annotation: 'Écrite en clair : refaites le calcul.',
  },
  invoiceCheck: {
    legend: 'Avec votre facture actuelle',
    licences: 'Nombre de licences',
    price: 'Prix d’une licence, HT, en euros',
    hint: 'Le calcul se fait sur cette page : rien n’est envoyé.',
    result:
      'À %s la licence, 15 % de marge supposent un tarif éditeur de %s. S’il est plus bas, vous payez plus qu’avec notre règle.',
    invalid: 'Un nombre entier de licences et un prix, par exemple 20 et 12,50.',
    base: 'Licences : %s',
  },
  licenceReview: {
    title: 'Revue des licences',
    note: 'Avant un renouvellement · exemple',
    paid: 'Licences payées',
    used: 'Comptes actifs',
    unused: 'À retirer',
    columns: ['Compte et usage constaté', 'Décision proposée'],
    rows: [
      {
        holder: 'Direction et comptabilité',
        usage: 'Office installé, portables gérés',
        decision: 'Garder Business Premium',
        isRemoved: false,
      },
      {
        holder: 'Accueil et atelier',
        usage: 'Messagerie et documents en ligne',
        decision: 'Passer à Business Basic',
        isRemoved: false,
      },
      {
        holder: 'Compte d’un salarié parti',
        usage: 'Plus aucune connexion',
        decision: 'Retirer la licence',
        isRemoved: true,
      },
    ],
  },
  families: {
    action: { label: 'Comparer les formules Microsoft 365', to: '/microsoft-plans' },
    title: 'Les formules Microsoft qui comptent pour une PME',
    columns: ['Formule', 'À quoi elle sert'],
    lead: 'Le catalogue de Microsoft est vaste. Voici ce que nous déployons, et à quoi chaque formule sert.',
    items: [
      {
        name: 'Microsoft 365',
        text: 'La suite bureautique : messagerie, documents partagés, réunions à distance et applications Office, sur ordinateur comme sur téléphone.',
        billing: 'Facturé par utilisateur et par mois',
        isMetered: false,
        plans: named({
          'Business Basic': 'Applications web et mobiles, messagerie Exchange et stockage OneDrive.',
          'Business Standard': 'Ajoute Word, Excel, PowerPoint et Outlook installés sur les ordinateurs.',
          'Business Premium': 'Ajoute la gestion des appareils et la protection contre les attaques.',
          'E3 et E5': 'Au-delà de 300 utilisateurs, ou pour des obligations de conformité plus lourdes.',
        }),
      },
      {
        name: 'Microsoft Azure',
        text: 'La plateforme d’hébergement : serveurs, bases de données, bureaux virtuels, sauvegarde et reprise d’activité, facturés à la consommation.',
        billing: 'Facturé à la consommation',
        isMetered: true,
        plans: named({
          'Paiement à l’usage': 'Sans engagement, pour essayer ou pour absorber une charge variable.',
          'Réservations Azure':
            'Un prix réduit contre un engagement d’un an ou de trois ans sur des ressources stables.',
          'Plan d’économies pour le calcul':
            'Un engagement de dépense horaire, qui laisse libre de changer de machine ou de région.',
          'Azure Hybrid Benefit':
            'Vos licences Windows Server et SQL Server éligibles sont réutilisées au lieu d’être rachetées.',
        }),
      },
      {
        name: 'Dynamics 365',
        text: 'Les applications de gestion : comptabilité, stocks, ventes et service client dans un même système, relié à Outlook et à Excel.',
        billing: 'Facturé par utilisateur et par mois',
        isMetered: false,
        plans: named({
          'Business Central Essentials': 'Finances, achats, ventes, stocks et projets d’une PME.',
          'Business Central Premium': 'Ajoute la fabrication et la gestion du service après-vente.',
          'Sales Professional': 'Prospects, devis et suivi des affaires, depuis Outlook.',
          'Customer Service Professional':
            'Demandes des clients enregistrées, réparties et suivies jusqu’à la réponse.',
        }),
      },
      {
        name: 'Power Platform',
        text: 'Des applications, des automatismes et des tableaux de bord construits avec peu de code (low-code), pour remplacer les fichiers Excel qui circulent.',
        billing: 'Facturé par utilisateur et par mois ; Power Pages, par site',
        isMetered: false,
        plans: named({
          'Power Apps Premium': 'Applications internes : notes de frais, visites de chantier, contrôles qualité.',
          'Power Automate Premium':
            'Tâches répétitives enchaînées sans intervention, y compris dans d’anciens logiciels.',
          'Power BI Pro': 'Tableaux de bord partagés, actualisés depuis vos logiciels de gestion.',
          'Power Pages': 'Portails sécurisés ouverts à vos clients ou à vos fournisseurs.',
        }),
      },
    ],
  },
  advantages: {
    title: 'Ce que change l’achat par un partenaire',
    lead: 'CSP (Cloud Solution Provider) désigne le programme par lequel Microsoft confie à des partenaires la vente, la facturation et le support de ses services.',
    items: items({
      'Un prix vérifiable': 'Le tarif de l’éditeur et la marge de 15 % apparaissent séparément, ligne par ligne.',
      'Une facture unique':
        'Toutes vos licences Microsoft sur un seul document, réparties par service ou par filiale si vous le souhaitez.',
      'Un support qui vous connaît':
        'Vous nous appelez. Si le dossier doit remonter chez Microsoft, nous l’ouvrons et le suivons.',
      'Des licences au bon nombre': 'Ajoutées à la demande, réattribuées après un départ, recomptées avant l’échéance.',
      'Une sécurité réglée d’emblée':
        'L’authentification multifacteur (MFA), la lutte contre l’usurpation et les restrictions de partage sont actives dès le premier jour.',
      'Des comptes à votre nom':
        'Domaine, données et compte d’administrateur général vous appartiennent ; nos accès délégués sont limités et révocables.',
      'Des données localisées':
        'Nous choisissons avec vous la région d’hébergement, par exemple les centres de données de Microsoft en France.',
      'Des équipes à l’aise':
        'Ateliers courts par métier : partager sans envoyer de pièce jointe, écrire à plusieurs, retrouver un document.',
    }),
  },
  migration: {
    title: 'Changer de messagerie, étape par étape',
    mailboxes: ['Le courrier arrive dans l’ancienne boîte', 'La nouvelle boîte se remplit'],
    lead: 'Le but : vos équipes quittent l’ancienne boîte un soir et ouvrent la nouvelle le lendemain, historique compris.',
    items: items({
      Inventorier:
        'Boîtes, volumes, droits, noms de domaine, et ce qui envoie du courrier sans qu’on y pense : imprimantes, site Internet, logiciel de paie.',
      Préparer:
        'Comptes créés, MFA activée, SPF, DKIM et DMARC publiés. Les données sont copiées en arrière-plan pendant que chacun continue de travailler.',
      Essayer:
        'Un groupe pilote bascule d’abord. Ses remarques corrigent la procédure avant qu’elle ne s’applique à tous.',
      Basculer:
        'Le courrier est redirigé hors des heures ouvrées et les derniers messages sont synchronisés. L’ancien système reste disponible pour un retour en arrière.',
      Stabiliser:
        'Assistance renforcée au démarrage, ateliers, mise en place d’une sauvegarde indépendante, puis fermeture de l’ancien service avec votre accord.',
    }),
  },
  sectors: {
    title: 'Au cabinet, en magasin, à l’atelier',
    items: [
      {
        kind: 'office',
        labels: ['Dossiers', 'Postes', 'Accès'],
        name: 'Cabinets comptables',
        text: 'Des dossiers confidentiels, une période fiscale sans répit et des clients qui envoient tout par e-mail.',
        points: [
          'Espace de dépôt par client dans SharePoint, au lieu des pièces jointes',
          'Accès conditionnel : pas de dossier ouvert depuis un appareil inconnu',
          'Étiquettes de confidentialité sur les bilans et les bulletins de paie',
          'Relances de pièces automatisées avec Power Automate',
        ],
      },
      {
        kind: 'shop',
        labels: ['Caisse', 'Rayons', 'Clients'],
        name: 'Commerce et distribution',
        text: 'Plusieurs points de vente, des stocks qui bougent et des équipes peu présentes derrière un écran.',
        points: [
          'Stocks et achats réunis dans Business Central',
          'Ventes du jour par magasin dans Power BI',
          'Plannings et consignes sur le téléphone des équipes',
        ],
      },
      {
        kind: 'workshop',
        labels: ['Serveur', 'Machines', 'Bureau'],
        name: 'Industrie',
        text: 'Un atelier qui ne peut pas s’arrêter, des plans à protéger et des logiciels parfois anciens.',
        points: [
          'Fabrication et coûts de revient dans Business Central Premium',
          'Reprise des serveurs de production dans Azure en cas de sinistre',
          'Contrôles qualité saisis sur tablette avec Power Apps',
        ],
      },
    ],
  },
  faq: {
    title: 'Questions fréquentes sur le cloud Microsoft',
    items: questions({
      'Pourquoi payer 15 % de plus que le tarif de l’éditeur ?':
        'Ces 15 %, ajoutés au tarif public de Microsoft, paient un travail : choisir les formules, récupérer les licences inutilisées, préparer les renouvellements et répondre quand quelque chose bloque. Si vous avez déjà une équipe pour cela, acheter en direct se défend, et nous vous le dirons.',
      'Peut-on réduire le nombre de licences en cours de contrat ?':
        'Avec un engagement annuel, Microsoft permet d’ajouter des licences à tout moment mais de n’en retirer qu’à l’échéance, passé un bref délai d’annulation. L’engagement mensuel est plus souple et plus cher. Un mélange des deux convient bien aux effectifs saisonniers.',
      'Microsoft sauvegarde-t-il nos données ?':
        'Microsoft assure la disponibilité du service et conserve les éléments supprimés pendant une durée limitée. Retrouver une boîte effacée depuis longtemps ou un site chiffré par un rançongiciel demande une sauvegarde indépendante, que nous mettons en place et que nous testons.',
      'Nous avons déjà des licences Microsoft. Faut-il tout refaire ?':
        'Non. Vos comptes et vos données restent où ils sont ; seul le canal d’achat change. Le plus simple est d’agir à l’échéance de vos abonnements, et nous commençons par vérifier cette date.',
    }),
  },
  closing: {
    title: 'Une échéance ou une migration en vue ?',
    text: 'Indiquez-nous vos formules actuelles et le nombre de postes : nous repérons les licences en trop, celles qui manquent, et nous établissons le devis, notre marge en clair.',
    actions: links({ 'Demander un devis': '/contact', 'Prendre un RDV': 'schedule' }),
  },
};

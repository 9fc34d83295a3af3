import { plural } from '../../plural.ts';
import { sharedErrors } from '../../portal/fr/shared-errors.ts';
import { lists } from './lists.ts';
import { people, records } from './records.ts';
import { queue } from './queue.ts';
import { statuses, words } from './statuses.ts';
import { customer, customers, sla, ticket, time } from './work.ts';

/** What every screen of the desk needs. */
export const desk = {
  name: 'Centre de services',
  skip: 'Aller au contenu',
  toasts: { region: 'Notifications', close: 'Fermer' },
  /** By the codes in contract/errors.ts. */
  errors: {
    ...sharedErrors,
    forbidden: 'Vos autorisations ne permettent pas cette action.',
    changed_meanwhile: 'Un collègue a modifié cet élément entre-temps.',
    idempotency_key_reused:
      'Un envoi précédent a abouti : il est dans la conversation. Envoyez à nouveau seulement pour ajouter ce texte.',
    other_customer: 'L’expéditeur semble appartenir à un autre client : confirmez avant de publier.',
    plan_changed: 'Les données ont changé depuis l’aperçu.',
    name_taken: 'Un client porte déjà ce nom.',
    last_owner: 'C’est le dernier propriétaire de ce client : nommez-en un autre d’abord.',
    already_member: 'Cette personne a déjà accès à ce client.',
    own_access: 'Vous ne pouvez pas vous donner accès à un client : demandez à un collègue.',
    too_many_people: 'Ce client a atteint le nombre maximal de personnes et d’invitations.',
    proposal_exists: 'Un autre compte est déjà proposé : approuvez-le ou refusez-le d’abord.',
    already_active: 'Ce compte est déjà le compte actif.',
    own_proposal: 'Vous avez proposé ce compte : quelqu’un d’autre doit décider.',
    other_iban: 'Ce n’est pas le numéro qui a été proposé.',
    open_alarm: 'Un client a donné l’alerte : classez-la ou refusez le compte.',
    document_issued: 'Ce document est émis : son numéro et son montant ne changent plus. Faites un avoir.',
    credit_exceeded: 'L’avoir dépasse ce qui reste à créditer de sa facture.',
    invoice_not_positive: 'Le total doit être supérieur à zéro.',
    due_before_issue: 'L’échéance précède la date d’émission, aujourd’hui.',
    unprintable_characters:
      'Nos documents ne peuvent pas imprimer certains caractères : chaque champ concerné les indique.',
    seller_siret_missing:
      'Nos factures doivent porter notre SIRET : il manque, ou il n’est pas valable, dans « publisher.siret » du fichier de l’entreprise (COMPANY_FILE).',
    seller_vat_missing:
      'Une facture avec TVA doit porter notre numéro de TVA : il manque dans « publisher.vatNumber » du fichier de l’entreprise (COMPANY_FILE).',
    buyer_siren_missing:
      'Ce client est une entreprise française sans SIREN : ajoutez-le à sa fiche, ou facturez-le comme particulier.',
    buyer_email_missing: 'Un acheteur sans SIREN est joint par e-mail : ajoutez une adresse e-mail à sa fiche.',
    too_many_tags: 'Un ticket porte 20 étiquettes au plus : retirez-en d’abord.',
    too_many_keys: 'Il y en a déjà autant que possible : retirez-en d’abord.',
    tag_vocabulary_full:
      'Il existe déjà 500 étiquettes différentes : choisissez-en une, ou retirez-en une de tous ses tickets.',
    second_factor_required: 'Reconnectez-vous avec un second facteur.',
    desk_session_expired: 'Votre session a pris fin. Connectez-vous à nouveau.',
    staff_member: 'C’est un membre du personnel : l’exploitant réinitialise ses facteurs (staff reset-factors).',
    invalid_file: 'Le fichier ne peut pas être lu.',
    quota_exceeded: 'Ce client n’a plus de place pour des fichiers. Prévenez un administrateur.',
    storage_full: 'Le serveur n’a plus de place pour ce fichier. Prévenez un administrateur.',
    unknown: 'Une erreur est survenue. Réessayez.',
  },
  states: {
    loading: 'Chargement…',
    session: 'Ouverture de votre session…',
    noScript: 'Cette page a besoin de JavaScript. Activez-le dans votre navigateur.',
    failed: 'Le chargement a échoué.',
    retry: 'Réessayer',
    more: 'Afficher la suite',
    moreFailed: 'La suite n’a pas pu être chargée.',
    clear: 'Effacer la recherche et les filtres',
    none: '–',
    filtered: 'Aucun résultat pour ces critères.',
  },
  closed: {
    secondFactor: {
      title: 'Un second facteur est nécessaire',
      description:
        'Le centre de services montre les données de tous les clients : un mot de passe seul ne l’ouvre pas. Reconnectez-vous avec votre application d’authentification ou une clé d’accès. Si vous n’en avez pas encore, ajoutez-en une à votre compte avec le code d’enrôlement qui vous a été remis.',
      action: 'Se reconnecter',
      setUp: 'Ajouter un second facteur',
    },
    expired: {
      title: 'Votre session a pris fin',
      description:
        'Le centre de services demande une nouvelle connexion après 12 heures. Vous reviendrez à cette page après vous être identifié.',
      action: 'Se reconnecter',
    },
    notStaff: {
      title: 'Cette page n’existe pas',
      description: 'L’adresse est peut-être incomplète, ou la page est réservée à d’autres comptes que le vôtre.',
      action: 'Ouvrir l’espace client',
    },
    forbidden: {
      title: 'Page réservée',
      description:
        'Vos autorisations ne donnent pas accès à cette page. Si votre travail la demande, adressez-vous à un administrateur.',
      action: 'Revenir au centre de services',
    },
  },
  nav: {
    label: 'Centre de services',
    queue: 'File d’attente',
    mails: 'E-mails',
    leads: 'Demandes',
    appointments: 'Rendez-vous',
    customers: 'Clients',
    dashboard: 'Tableau de bord',
    audit: 'Journal',
    bank: 'Banque',
    integrations: 'Intégrations',
    health: 'État',
    unread: 'non lus',
    held: 'à traiter',
    search: 'Rechercher',
    preferences: 'Préférences',
    help: 'Raccourcis clavier',
    portal: 'Espace client',
    signOut: 'Se déconnecter',
    signedInAs: 'Connecté en tant que',
    endsAt: (moment: string) => `Session jusqu’à ${moment}`,
  },
  viewing: {
    label: 'Vue du client',
    title: (name: string) => `Vous voyez l’espace client de ${name}`,
    open: 'Ouvrir l’espace client',
    stop: 'Arrêter',
    stopped: 'Vous ne voyez plus l’espace de ce client.',
  },
  dialog: {
    close: 'Fermer',
    cancel: 'Annuler',
    missing: 'À remplir.',
    invalidEmail: 'Écrivez une adresse complète, comme nom@entreprise.fr.',
    invalidDay: 'Écrivez une date complète.',
    tooShort: 'Au moins trois caractères.',
  },
  copyButton: { copy: (text: string) => `Copier ${text}`, copied: 'Copié' },
  palette: {
    title: 'Rechercher ou agir',
    placeholder: 'Client, ticket, facture…',
    hint: '↑ ↓ pour choisir, Entrée pour ouvrir, Échap pour fermer',
    chooseHint: '↑ ↓ pour se déplacer, Entrée pour choisir, Échap pour fermer',
    customers: 'Clients',
    tickets: 'Tickets',
    invoices: 'Factures',
    people: 'Personnes',
    messages: 'Dans les messages',
    contracts: 'Contrats',
    licenses: 'Licences',
    leads: 'Demandes du site',
    commands: 'Commandes',
    none: 'Aucun résultat.',
    searching: 'Recherche…',
    results: plural({ one: (count) => `${count} résultat`, other: (count) => `${count} résultats` }),
    newTicket: 'Nouveau ticket',
    newInvoice: 'Nouvelle facture',
    newCustomer: 'Créer un client',
    importRecords: 'Importer un fichier CSV',
  },
  lists,
  statuses,
  words,
  storedAs: (code: string) => `enregistré : ${code}`,
  time,
  sla,
  queue,
  ticket,
  customers,
  customer,
  people,
  records,
};
export type DeskCopy = typeof desk;

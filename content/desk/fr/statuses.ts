/** The labels of codes. One without a label is shown as it is. */
export const statuses = {
  tickets: {
    open: 'Ouvert',
    in_progress: 'En cours',
    waiting_customer: 'Attente client',
    resolved: 'Résolu',
    closed: 'Clos',
  },
  priorities: {
    urgent: 'Urgente',
    high: 'Haute',
    medium: 'Moyenne',
    low: 'Basse',
  },
  invoices: {
    paid: 'Payée',
    overdue: 'En retard',
    pending: 'À payer',
    void: 'Annulée',
    disputed: 'Contestée',
  },
  contracts: {
    active: 'Actif',
    expired: 'Échu',
    terminated: 'Résilié',
    draft: 'Brouillon',
    under_review: 'En examen',
    void: 'Annulé',
  },
  payments: {
    completed: 'Reçu',
    pending: 'En attente',
    failed: 'Échoué',
    refunded: 'Remboursé',
    chargeback: 'Rejeté par la banque',
    void: 'Annulé',
  },
  licenses: {
    active: 'Active',
    expired: 'Expirée',
    suspended: 'Suspendue',
    pending_activation: 'À activer',
    terminated: 'Résiliée',
    void: 'Annulée',
  },
  risks: {
    low: 'Faible',
    medium: 'Moyen',
    high: 'Élevé',
  },
  namedRisks: {
    low: 'Risque faible',
    medium: 'Risque moyen',
    high: 'Risque élevé',
  },
  methods: {
    bank_transfer: 'Virement',
    credit_card: 'Carte bancaire',
    check: 'Chèque',
    cash: 'Espèces',
    direct_debit: 'Prélèvement',
  },
  licenseTypes: { subscription: 'Abonnement', perpetual: 'Perpétuelle', trial: 'Essai', oem: 'OEM' },
};
export type StatusesCopy = typeof statuses;

/** Words of the trade for codes that no list of statuses has. */
export const words = {
  draft: 'Brouillon',
  sent: 'Envoyée',
  partially_paid: 'Payée en partie',
  refunded: 'Remboursée',
  credited: 'Créditée',
  written_off: 'Passée en perte',
  cancelled: 'Annulée',
  canceled: 'Annulée',
  voided: 'Annulée',
  escalated: 'Escaladé',
  on_hold: 'En suspens',
  reopened: 'Rouvert',
  critical: 'Critique',
  normal: 'Normale',
  paypal: 'PayPal',
  sepa: 'Virement SEPA',
  sepa_direct_debit: 'Prélèvement SEPA',
  standing_order: 'Virement permanent',
  bill_of_exchange: 'Traite',
  volume: 'Volume',
  renewed: 'Renouvelé',
  pending_renewal: 'À renouveler',
  suspended: 'Suspendu',
};
export type WordsCopy = typeof words;

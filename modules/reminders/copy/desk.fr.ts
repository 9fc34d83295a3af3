export const reminders = {
  title: 'Relances',
  off: 'Les relances sont désactivées sur ce serveur (INVOICE_REMINDERS) : ce réglage prendra effet quand elles seront activées.',
  rules: {
    default: (days: string) => `Comme pour tous les clients : ${days}.`,
    own: (days: string) => `Réglage de ce client : ${days}.`,
    invoice: (days: string) => `Réglage de cette facture : ${days}.`,
    never: 'aucune relance',
  },
  before: (count: number) => (count === 1 ? 'la veille de l’échéance' : `${count} jours avant l’échéance`),
  on: 'le jour de l’échéance',
  after: (count: number) => (count === 1 ? 'le lendemain de l’échéance' : `${count} jours après`),
  change: 'Régler les relances',
  dialog: {
    title: 'Régler les relances',
    description:
      'En jours à partir de l’échéance : −7 une semaine avant, 0 le jour même, 8 après une semaine de retard. Jamais pour une facture contestée, payée ou annulée.',
    submit: 'Enregistrer',
  },
  mode: {
    label: 'Relances',
    options: { default: 'Par défaut', days: 'Certains jours', off: 'Aucune' },
  },
  days: {
    label: 'Jours',
    hint: 'Six au plus, de −60 à 365, séparés par des virgules. Ils comptent si « Certains jours » est choisi.',
  },
  invalid: 'Écrivez des nombres entiers de −60 à 365, séparés par des virgules, six au plus et sans doublon.',
  saved: 'Relances réglées.',
  sent: 'Relances envoyées',
  none: 'Aucune relance envoyée.',
  states: { waiting: 'pas encore remise', failed: 'non remise' },
  disputed: 'Facture contestée : aucune relance tant que son statut n’a pas changé.',
  next: (day: string, when: string) => `Prochaine relance le ${day} (${when}).`,
  noNext: 'Aucune relance à venir.',
  stop: 'Arrêter pour cette facture',
  resume: 'Reprendre pour cette facture',
  invoice: (number: string) => `facture ${number}`,
  noNumber: 'facture sans numéro',
  deleted: 'compte supprimé',
};
export type RemindersCopy = typeof reminders;

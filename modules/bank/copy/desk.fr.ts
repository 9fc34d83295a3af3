import { plural } from '#content/plural.ts';

export const bank = {
  title: 'Coordonnées bancaires',
  description:
    'Le compte sur lequel nos clients nous paient. Une personne le propose, une autre l’approuve, puis 72 heures passent : la base de données l’impose.',
  propose: 'Proposer un compte',
  onlyOne:
    'Une seule personne a l’autorisation « administration » : elle peut proposer un compte, mais personne ne peut l’approuver. Donnez cette autorisation à un deuxième membre du personnel.',
  active: {
    title: 'Compte actif',
    none: 'Aucun compte actif : les documents et l’espace client n’en montrent pas.',
    since: (moment: string) => `Actif depuis le ${moment}`,
    verify: 'La page publique de vérification',
  },
  otherIbans: {
    title: 'Factures avec un autre IBAN',
    hint: 'Appelez le titulaire du compte, à un numéro que vous connaissez. Confirmée, la facture peut être importée avec cet IBAN.',
    invoice: (number: string, customer: string) => `Facture ${number} pour ${customer}`,
    requestedBy: (name: string, moment: string) => `Import demandé par ${name} le ${moment}`,
    own: 'Vous importez cette facture : un autre administrateur doit confirmer son IBAN.',
    confirm: 'Confirmer cet IBAN',
    reject: 'Refuser',
    withdraw: 'Annuler la demande',
  },
  confirmIbanDialog: {
    title: 'Confirmer l’IBAN de cette facture',
    description:
      'Le client verra un fichier avec cet IBAN. Notre compte actif ne change pas, et l’espace client continue de l’afficher.',
    submit: 'Confirmer',
  },
  rejectIbanDialog: {
    title: 'Refuser l’IBAN de cette facture',
    description: 'Le fichier ne sera pas importé. Le journal garde la décision.',
    submit: 'Refuser',
  },
  pending: 'En cours',
  history: 'Historique',
  noHistory: 'Aucun ancien compte.',
  iban: 'IBAN',
  bic: 'BIC',
  holder: 'Titulaire',
  fingerprint: 'Empreinte',
  copy: 'Copier l’IBAN',
  copied: 'Copié',
  states: {
    proposed: 'Proposé',
    blocked: 'Bloqué par une alerte',
    waiting: 'Approuvé, en attente',
    active: 'Actif',
    replaced: 'Remplacé',
    withdrawn: 'Retiré',
    rejected: 'Refusé',
  },
  unknown: 'une personne partie',
  proposedBy: (name: string, moment: string) => `Proposé par ${name} le ${moment}`,
  approvedBy: (name: string, moment: string) => `Approuvé par ${name} le ${moment}`,
  activeFrom: (moment: string) => `Actif à partir du ${moment}`,
  activeDuring: (from: string, until: string) => `Actif du ${from} au ${until}`,
  endedBy: (name: string, moment: string, reason: string) => `Terminé par ${name} le ${moment} : ${reason}`,
  told: plural({
    one: () => 'Une personne a été prévenue par e-mail.',
    other: (count) => `${count} personnes ont été prévenues par e-mail.`,
  }),
  own: 'Vous avez proposé ce compte : un autre administrateur doit l’approuver.',
  approve: 'Approuver',
  reject: 'Refuser',
  withdraw: 'Retirer',
  alarms: {
    title: 'Alertes des clients',
    raised: (who: string, moment: string) => `${who} a donné l’alerte le ${moment}`,
    deleted: 'Un compte supprimé',
    dismissed: (name: string, moment: string, reason: string) => `Classée par ${name} le ${moment} : ${reason}`,
    dismiss: 'Classer',
    own: 'Un autre administrateur doit classer cette alerte.',
  },
  proposeDialog: {
    title: 'Proposer un compte bancaire',
    description:
      'Toutes les personnes qui voient les factures de nos clients reçoivent un e-mail, avec un lien pour donner l’alerte. Recopiez le relevé d’identité bancaire de la banque, pas un e-mail.',
    submit: 'Proposer et prévenir les clients',
  },
  approveDialog: {
    title: 'Approuver ce compte bancaire',
    description:
      'Recopiez l’IBAN depuis le document de la banque, sans le copier de cet écran. Le compte devient actif dans 72 heures, sauf alerte.',
    submit: 'Approuver',
  },
  rejectDialog: {
    title: 'Refuser ce compte bancaire',
    description: 'Il ne pourra plus être approuvé. Le journal garde le motif.',
    submit: 'Refuser',
  },
  withdrawDialog: {
    title: 'Retirer ce compte bancaire',
    description:
      'Il n’est plus montré à partir de maintenant. Le compte actif est alors le précédent qui n’a pas été retiré, s’il y en a un.',
    submit: 'Retirer',
  },
  dismissDialog: {
    title: 'Classer cette alerte',
    description: 'Appelez d’abord ce client, au numéro que vous connaissez. Le compte peut ensuite devenir actif.',
    submit: 'Classer l’alerte',
  },
  reason: { label: 'Motif', hint: 'Sans donnée personnelle : le journal le garde.' },
  bicHint: '8 ou 11 caractères.',
  invalidIban: 'Cet IBAN n’est pas valable : vérifiez sa longueur et chaque chiffre.',
  invalidBic: 'Un BIC compte 8 ou 11 lettres et chiffres.',
  done: {
    propose: 'Compte proposé. Les clients sont prévenus.',
    approve: 'Compte approuvé : actif dans 72 heures, sauf alerte.',
    end: 'Le compte ne compte plus.',
    dismiss: 'Alerte classée.',
    confirmIban: 'IBAN confirmé : la facture peut être importée.',
    rejectIban: 'IBAN refusé.',
  },
};
export type BankCopy = typeof bank;

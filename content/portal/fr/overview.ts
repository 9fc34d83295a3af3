import { plural } from '../../plural.ts';
import type { OverviewCopy } from '../en/overview.ts';
import { loadState } from './phrases.ts';

export const overview: OverviewCopy = {
  account: {
    title: 'Informations du compte',
    name: 'Entreprise',
    contact: 'Contact',
    email: 'E-mail',
    phone: 'Téléphone',
    status: 'État du compte',
    risks: { low: 'Risque faible', medium: 'Risque moyen', high: 'Risque élevé' },
    otherRisk: (risk) => `Risque : ${risk}`,
    balance: 'Solde dû',
    late: (amount, invoices) => `${amount} en retard, ${invoices}`,
    lateInvoices: plural({ one: () => '1 facture', other: (count) => `${count} factures` }),
    /** The overview lists only some of them. */
    lateAtLeast: (count) => `${count} factures en retard ou plus`,
    loading: 'Chargement des informations du compte…',
    failed: 'Impossible de charger votre compte.',
  },
  tiles: {
    label: 'Vos documents et vos tickets',
    invoices: 'Factures',
    contracts: 'Contrats',
    payments: 'Paiements',
    licenses: 'Licences',
    openTickets: 'Tickets ouverts',
    failed: 'Impossible de charger le décompte de vos documents et tickets.',
  },
  title: 'En bref',
  due: {
    title: 'Prochaines échéances',
    ...loadState('de vos prochaines échéances', 'vos prochaines échéances'),
    /** After what remains of it. */
    of: (amount) => `sur ${amount}`,
    seeAll: 'Tout afficher',
    seeCount: (count) => `Afficher les ${count}`,
    unpaidInvoices: 'Factures impayées',
    endingContracts: 'Contrats qui prennent fin dans les 90 jours',
    endingLicenses: 'Licences qui expirent dans les 90 jours',
    waitingTickets: 'Tickets qui attendent votre réponse',
    nothing: (checked) => `Rien à signaler : ${checked.join(', ')}.`,
    noInvoice: 'aucune facture impayée',
    noEnd: 'aucune échéance dans les 90 jours',
    noTicket: 'aucun ticket en attente de votre réponse',
  },
  months: {
    title: 'Facturé et payé par mois',
    invoiced: 'Facturé',
    paid: 'Payé',
    month: 'Mois',
    chart: plural({
      one: () => 'Montants facturés et payés le mois dernier. Le tableau ci-dessous donne les chiffres.',
      other: (count) =>
        `Montants facturés et payés pour chacun des ${count} derniers mois. Le tableau ci-dessous donne les chiffres.`,
    }),
    none: plural({
      one: () => 'Rien n’a été facturé ni payé le mois dernier.',
      other: (count) => `Rien n’a été facturé ni payé au cours des ${count} derniers mois.`,
    }),
    brick: (amount) => `1 brique : ${amount}`,
    show: 'Afficher les chiffres',
    hide: 'Masquer les chiffres',
    caption: 'Montants facturés et payés par mois',
  },
};

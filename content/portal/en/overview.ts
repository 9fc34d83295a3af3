import { plural } from '../../plural.ts';
import { loadState } from './phrases.ts';

export const overview = {
  account: {
    title: 'Account Information',
    name: 'Company Name',
    contact: 'Contact Person',
    email: 'Email',
    phone: 'Phone',
    status: 'Account Status',
    risks: { low: 'low risk', medium: 'medium risk', high: 'high risk' } as Record<string, string>,
    /** A level without a text of its own. */
    otherRisk: (risk: string) => `${risk} risk`,
    balance: 'Outstanding Balance',
    late: (amount: string, invoices: string) => `${amount} late, ${invoices}`,
    lateInvoices: plural({ one: () => '1 invoice', other: (count) => `${count} invoices` }),
    /** The overview lists only some of them. */
    lateAtLeast: (count: string) => `${count} or more invoices late`,
    loading: loadState('account information').loading,
    failed: loadState('your account').failed,
  },
  tiles: {
    label: 'Your records',
    invoices: 'Invoices',
    contracts: 'Contracts',
    payments: 'Payments',
    licenses: 'Licenses',
    openTickets: 'Open Tickets',
    failed: loadState('your counts').failed,
  },
  title: 'At a glance',
  due: {
    title: 'Due next',
    ...loadState('what is due next'),
    /** After what remains of it. */
    of: (amount: string) => `of ${amount}`,
    seeAll: 'See all',
    seeCount: (count: string) => `See all ${count}`,
    unpaidInvoices: 'Unpaid invoices',
    endingContracts: 'Contracts that end within 90 days',
    endingLicenses: 'Licenses that end within 90 days',
    waitingTickets: 'Tickets waiting for you',
    nothing: (checked: readonly string[]) => `Nothing is due: ${checked.join(', ')}.`,
    noInvoice: 'no unpaid invoice',
    noEnd: 'nothing that ends within 90 days',
    noTicket: 'no ticket waiting for you',
  },
  months: {
    title: 'Invoiced and paid by month',
    invoiced: 'Invoiced',
    paid: 'Paid',
    month: 'Month',
    chart: plural({
      other: (count) =>
        `Amounts invoiced and paid in each of the last ${count} months. The table below contains the figures.`,
    }),
    none: plural({ other: (count) => `Nothing was invoiced or paid in the last ${count} months.` }),
    brick: (amount: string) => `1 brick: ${amount}`,
    show: 'Show the figures',
    hide: 'Hide the figures',
    caption: 'Amounts invoiced and paid by month',
  },
};

export type OverviewCopy = typeof overview;

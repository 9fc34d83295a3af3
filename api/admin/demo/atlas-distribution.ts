import { type Days, type DemoCustomer, numbered } from './demo-customer.ts';

/** A second customer, whose records the first must never see. */
export function atlasDistribution({ day, moment, ticketNumber }: Days): DemoCustomer {
  return {
    email: 'karim@atlas-distribution.example',
    customer: {
      name: 'Atlas Distribution',
      contact: 'Karim Belhadj',
      email: 'karim@atlas-distribution.example',
      phone: '+33 4 65 71 00 47',
      risk: 'low',
    },
    invoices: numbered(
      Array.from({ length: 9 }, (_, at) => ({
        amount: '1500.00',
        dueDate: day(-30 * at - 10),
        status: 'paid',
        riskScore: 5 + at,
        createdAt: moment(-30 * at - 40),
      })),
      3,
    ),
    contracts: [
      {
        contractNumber: 'RA-2025-0066',
        title: 'Services managés, dix postes',
        startDate: day(-280),
        endDate: null,
        contractValue: '18000.00',
        status: 'active',
        createdAt: moment(-285),
      },
    ],
    payments: Array.from({ length: 9 }, (_, at) => ({
      paymentReference: `ATL-${String(at + 1).padStart(3, '0')}`,
      amount: '1500.00',
      paymentDate: day(-30 * at - 8),
      paymentMethod: 'bank_transfer',
      status: 'completed',
      notes: null,
    })),
    licenses: [
      {
        productName: 'Microsoft 365 Business Basic',
        licenseKey: 'M365-BB-10PO-STES-ATLS',
        licenseType: 'subscription',
        seats: 10,
        expiryDate: day(120),
        monthlyCost: '60.00',
        status: 'active',
        createdAt: moment(-245),
      },
    ],
    tickets: [
      {
        ticketNumber: ticketNumber(-6, 15, 20),
        subject: 'Accès au portail depuis l’entrepôt',
        description: 'Le réseau de l’entrepôt ne laisse pas passer la connexion.',
        priority: 'medium',
        status: 'open',
        createdAt: moment(-6, 15, 20),
      },
    ],
  };
}

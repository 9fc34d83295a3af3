import type { Days } from '#api/lib/demo-days.ts';
import { type DemoCustomer, numbered } from './demo-customer.ts';

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
      // Valid by its checksum; no company has it.
      siren: '000000208',
    },
    address: { lines: ['12 avenue des Exemples'], postCode: '13002', city: 'Marseille', country: 'FR' },
    invoices: numbered(
      Array.from({ length: 8 }, (_, at) => ({
        amount: '1500.00',
        dueDate: day(-30 * at - 40),
        status: 'paid',
        riskScore: 5 + at,
        createdAt: moment(-30 * at - 70),
      })),
      3,
    ),
    documents: [
      {
        issued: -40,
        due: -10,
        status: 'pending',
        riskScore: 4,
        language: 'en',
        lines: [
          [
            'Managed services, ten workstations',
            'Support from 8:00 to 18:00, monitoring, updates',
            '10',
            'C62',
            '98',
            '20',
          ],
          ['Off-site backup, 500 GB', null, '1', 'MON', '270', '20'],
        ],
        paidBy: { reference: 'ATL-001', amount: '1500.00' },
      },
      {
        issued: -10,
        due: 20,
        status: 'pending',
        riskScore: 6,
        currency: 'EUR',
        orderNumber: 'CDE-4471',
        lines: [
          ['Borne Wi-Fi pour l’entrepôt', 'Pose et réglage compris', '2', 'C62', '310', '20', '5'],
          ['Câblage, main-d’œuvre', null, '6.5', 'HUR', '72', '20'],
        ],
      },
    ],
    contracts: [
      {
        contractNumber: 'RA-2025-0066',
        title: 'Services managés, dix postes',
        startDate: day(-280),
        endDate: day(85),
        renewsTacitly: true,
        noticeDays: 60,
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

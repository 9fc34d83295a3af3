import type { Days } from '#api/lib/demo-days.ts';
import { type DemoCustomer, type DemoDocument, numbered } from './demo-customer.ts';

const longNote =
  'Virement reçu en deux fois : une première partie le jour de l’échéance, le solde après correction de la référence bancaire. ' +
  'Le service comptable de Cabinet Masséna a confirmé par téléphone que les prochains règlements porteront le numéro de contrat en ' +
  'libellé, afin que le rapprochement soit automatique. En attendant, merci de vérifier chaque mois que la somme des deux écritures ' +
  'correspond bien au montant de la facture, et de nous signaler tout écart avant le dixième jour du mois suivant.';

/** Number, title, start, end, value, status, creation, and the days of notice where it renews; days are counted from today. */
const contracts: [string, string, number | null, number | null, string | null, string, number, number?][] = [
  ['RA-2024-0117', 'Infogérance du parc informatique, support 24/7', -700, null, '29400.00', 'active', -710],
  ['RA-2025-0042', 'Sauvegarde externalisée et plan de reprise', -340, 25, '8640.50', 'active', -350, 15],
  ['RA-2021-0009', 'Audit de conformité RGPD', -1500, -1135, '5200.00', 'expired', -1510],
  [
    'RA-2022-0088',
    'Hébergement de messagerie (remplacé par Microsoft 365)',
    -1200,
    -640,
    '3600.00',
    'terminated',
    -1210,
  ],
  ['RA-PROJET-7', 'Formation ISO 27001 Lead Implementer, groupe de six personnes', null, null, null, 'draft', -4],
  ['RA-2025-0101', 'Supervision des accès distants', 14, 379, '4999.99', 'under_review', -6, 60],
];

/** Product, key, type, seats, expiry, cost by month, status, creation. */
const licenses: [string, string, string, number, number | null, string | null, string, number][] = [
  ['Microsoft 365 Business Standard', 'M365-BS-7F3K-91QX-C0TE', 'subscription', 24, 9, '276.00', 'active', -356],
  ['Microsoft 365 Business Premium', 'M365-BP-22LA-8XR4-ZZ01', 'subscription', 6, 190, '132.00', 'active', -175],
  ['Windows Server 2022 Standard', 'WS22-STD-4421-AAQ9-K7PL', 'perpetual', 2, null, null, 'active', -900],
  ['Antivirus de poste, édition précédente', 'AVP-2021-00018837', 'subscription', 30, -400, '45.50', 'expired', -1130],
  ['Passerelle VPN', 'VPN-GW-5510-77', 'subscription', 50, 60, '80.00', 'suspended', -300],
  ['Archivage de messagerie', 'ARC-MAIL-0009-XT', 'subscription', 24, -640, '24.00', 'terminated', -1200],
  ['Azure Virtual Desktop, essai', 'AVD-TRIAL-1', 'trial', 1, 3, null, 'active', -27],
  ['Système des postes livrés en mars', 'OEM-9920-4410-2231', 'oem', 12, null, null, 'pending_activation', -15],
];

const managed = '24 postes : assistance, mises à jour, supervision';

/** Paid, partly paid, credited, disputed, due soon; several rates of VAT and a discount; one in euros, whatever the portal's currency. */
const documents: DemoDocument[] = [
  {
    issued: -91,
    due: -61,
    status: 'overdue',
    riskScore: 100,
    lines: [
      [
        'Test d’intrusion, application de prise de rendez-vous',
        'Rapport et restitution compris',
        '2',
        'DAY',
        '750',
        '20',
      ],
    ],
    creditNote: {
      issued: -60,
      lines: [['Remise pour rapport remis en retard', null, '1', 'C62', '250', '20']],
      remark: 'Accordée par téléphone.',
    },
  },
  {
    issued: -75,
    due: -45,
    status: 'pending',
    riskScore: 10,
    lines: [
      ['Infogérance du parc', managed, '24', 'C62', '76.50', '20'],
      ['Astreinte 24/7', null, '1', 'MON', '205.67', '20'],
    ],
    paidBy: { reference: 'VIR-0981', amount: '2450.00' },
  },
  {
    issued: -52,
    due: -22,
    status: 'disputed',
    riskScore: 55,
    lines: [
      ['Formation à la sécurité, groupe de trois personnes', 'Deux journées dans vos locaux', '2', 'DAY', '1250', '20'],
      ['Déjeuners des participants', null, '3', 'C62', '36.59', '10'],
    ],
  },
  {
    issued: -34,
    due: -4,
    status: 'overdue',
    riskScore: 70,
    nature: 'both',
    orderNumber: 'BC-2214',
    lines: [
      ['Ordinateur portable 14 pouces', '16 Go de mémoire, disque chiffré', '8', 'C62', '649', '20', '10'],
      ['Station d’accueil', null, '8', 'C62', '129', '20'],
      ['Préparation et livraison', 'Comptes, chiffrement, reprise des données', '1', 'C62', '378.53', '20'],
    ],
    paidBy: { reference: 'VIR-0994', amount: '1320.25' },
  },
  {
    issued: -2,
    due: 12,
    status: 'pending',
    riskScore: 40,
    nature: 'both',
    lines: [
      ['Audit de conformité, première journée', null, '1', 'DAY', '900', '20'],
      ['Guide de la norme, exemplaire imprimé', null, '3', 'C62', '53.87', '5.5'],
    ],
  },
  {
    issued: -1,
    due: 5,
    status: 'pending',
    riskScore: 0,
    currency: 'EUR',
    lines: [
      ['Infogérance du parc', managed, '24', 'C62', '76.50', '20'],
      ['Astreinte 24/7', null, '1', 'MON', '205.67', '20'],
    ],
  },
];

/** Every status, type, method and priority of product §4, an unknown one of each, and edge cases of each column. */
export function cabinetMassena({ day, moment, ticketNumber }: Days): DemoCustomer {
  const dayOrNull = (days: number | null) => (days === null ? null : day(days));
  const monthly = Array.from({ length: 54 }, (_, at) => ({
    amount: at % 12 === 3 ? '2890.00' : '2450.00',
    dueDate: day(-75 - 30 * at),
    status: 'paid',
    riskScore: (at * 7) % 40,
    createdAt: moment(-105 - 30 * at),
  }));
  return {
    email: 'claire@cabinet-massena.example',
    customer: {
      name: 'Cabinet Masséna',
      contact: 'Claire Montauban',
      email: 'claire@cabinet-massena.example',
      phone: '+33 4 65 71 00 21',
      risk: 'medium',
      // Valid by its checksum; no company has it.
      siren: '000000307',
    },
    address: { lines: ['8 rue des Exemples', 'Bâtiment B'], postCode: '06000', city: 'Nice', country: 'FR' },
    invoices: numbered(
      [
        { amount: '980', dueDate: null, status: 'pending', riskScore: 41, createdAt: moment(-3) },
        { amount: '0.99', dueDate: day(0), status: 'pending', riskScore: 12, createdAt: moment(-9) },
        { amount: '640.00', dueDate: day(-18), status: 'overdue', riskScore: 71, createdAt: moment(-48) },
        { amount: '0.00', dueDate: day(-40), status: 'paid', riskScore: 0, createdAt: moment(-70) },
        { amount: '128400.00', dueDate: day(-1200), status: 'paid', riskScore: 8, createdAt: moment(-1230) },
        ...monthly,
      ],
      2,
    ),
    documents,
    contracts: contracts.map(([contractNumber, title, start, end, contractValue, status, created, noticeDays]) => {
      const [startDate, endDate] = [dayOrNull(start), dayOrNull(end)];
      const renewal = { renewsTacitly: noticeDays !== undefined, noticeDays };
      return {
        contractNumber,
        title,
        startDate,
        endDate,
        contractValue,
        status,
        createdAt: moment(created),
        ...renewal,
      };
    }),
    payments: [
      payment('VIR-0981', '2450.00', day(-45), 'bank_transfer', 'completed', null),
      payment('VIR-0994', '1320.25', day(-31), 'bank_transfer', 'completed', longNote),
      payment('CB-7712', '640.00', day(-17), 'credit_card', 'failed', 'Carte expirée, nouvelle tentative prévue'),
      payment('CB-7720', '89.90', day(-12), 'credit_card', 'refunded', 'Licence commandée deux fois'),
      payment('CHQ-0031', '1800.00', day(-2), 'check', 'pending', 'Remis à l’encaissement'),
      payment('ESP-0002', '0.99', day(-120), 'cash', 'completed', null),
      payment('PRLV-0450', '2450.00', day(-15), 'direct_debit', 'chargeback', 'Rejeté par la banque, motif en attente'),
      ...monthly.map(({ amount }, at) =>
        payment(`VIR-0${900 - at}`, amount, day(-75 - 30 * at), 'bank_transfer', 'completed', null),
      ),
      payment('VIR-0803', '128400.00', day(-1200), 'bank_transfer', 'completed', null),
    ],
    licenses: licenses.map(([productName, licenseKey, licenseType, seats, expiry, monthlyCost, status, created]) => {
      const when = { expiryDate: dayOrNull(expiry), createdAt: moment(created) };
      return { productName, licenseKey, licenseType, seats, monthlyCost, status, ...when };
    }),
    tickets: [
      ticket(0, 7, 42, 'Messagerie indisponible au bureau de Nice', 'urgent', 'open'),
      ticket(-1, 14, 5, 'Imprimante du premier étage hors ligne', 'low', 'open'),
      ticket(-2, 10, 30, 'Restaurer un dossier client supprimé par erreur', 'high', 'in_progress'),
      ticket(-5, 16, 12, 'Ouvrir un compte pour une nouvelle collaboratrice', 'medium', 'waiting_customer'),
      ticket(-8, 9, 1, 'Lenteur du VPN depuis l’étranger', 'medium', 'resolved'),
      ticket(-40, 11, 25, 'Renouveler le certificat de l’extranet', 'high', 'closed'),
      ticket(-3, 18, 0, 'Alerte de l’antivirus sur le poste de l’accueil', 'urgent', 'escalated'),
      ticket(
        -12,
        8,
        15,
        `Demande de devis : ${'deux écrans, un clavier et une station d’accueil, '.repeat(3)}pour six postes`,
        'planned',
        'open',
      ),
    ],
  };

  function ticket(days: number, hour: number, minute: number, subject: string, priority: string, status: string) {
    const description = `${subject}.\n\nConstaté ce jour, sur plusieurs postes. Merci de nous tenir informés.`;
    return {
      ticketNumber: ticketNumber(days, hour, minute),
      subject,
      description,
      priority,
      status,
      createdAt: moment(days, hour, minute),
    };
  }
}

function payment(
  reference: string,
  amount: string,
  date: string,
  method: string,
  status: string,
  notes: string | null,
) {
  return { paymentReference: reference, amount, paymentDate: date, paymentMethod: method, status, notes };
}

import type { InvoiceExample } from '../schema/documents.ts';
import { company, office } from '../site.ts';

/** Shown in the portal's own page of an invoice. The vendor's price is 100: none is published that it may change. */
export const invoiceExample: InvoiceExample = {
  caption:
    'Une facture telle qu’elle s’affiche dans l’espace client. Exemple : client fictif, tarif de l’éditeur ramené à 100 € HT.',
  number: 'FA-2026-0412',
  issuedOn: '2026-11-02',
  dueOn: '2026-12-02',
  seller: { name: company.name, lines: [office.address], postCode: office.postal, city: office.city },
  buyer: { name: 'Cabinet Lérinval', lines: ['Service comptable'], postCode: '06000', city: 'Nice' },
  lines: [
    {
      name: 'Microsoft 365 Business Standard',
      // The price rule in one sentence: quantity × price is the amount of the line.
      description: 'Novembre 2026. Tarif de l’éditeur : 100 € HT. Notre marge de 15 % : 15 € HT.',
      quantity: 1,
      price: 115,
      net: 115,
    },
    {
      name: 'Services managés', // product §9: 150 € a user and month
      description: 'Forfait par utilisateur, novembre 2026.',
      quantity: 12,
      price: 150,
      net: 1800,
    },
  ],
  tax: { rate: 20, amount: 383 },
  net: 1915,
  gross: 2298,
};

import { DocumentView } from '#app/components/records/invoice-document.tsx';
import { RecordHead } from '#app/components/records/record-parts.tsx';
import { Facts } from '#app/components/ui/parts.tsx';
import { french } from '#app/lib/french.ts';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import type { Statuses } from '#app/components/data-list/list-view.ts';
import type { InvoicePageCopy } from '#content/portal/en/record-pages.ts';
import type { InvoiceExample } from '#content/schema/documents.ts';
import type { InvoiceDocument, InvoiceParty } from '#contract/invoice-document.ts';
import { PortalScreen } from './portal-screen.tsx';

type InvoiceScreenProps = {
  invoice: InvoiceExample;
  title: string;
  copy: InvoicePageCopy;
  statuses: Statuses;
  className?: string | undefined;
};

const party = ({ name, ...address }: InvoiceExample['seller']): InvoiceParty => ({
  name,
  siren: null,
  vatId: null,
  endpoint: null,
  email: null,
  address: { ...address, country: null },
});

const documentOf = (invoice: InvoiceExample): InvoiceDocument => ({
  number: invoice.number,
  kind: '380',
  issuedOn: invoice.issuedOn,
  dueOn: invoice.dueOn,
  deliveredOn: null,
  deliveredTo: null,
  taxPoint: null,
  currency: 'EUR',
  profile: 'en16931',
  process: null,
  seller: party(invoice.seller),
  buyer: party(invoice.buyer),
  orderNumber: null,
  contractNumber: null,
  corrects: [],
  lines: invoice.lines.map(({ name, description, ...line }, at) => ({
    name,
    description,
    quantity: String(line.quantity),
    price: String(line.price),
    net: String(line.net),
    id: String(at + 1),
    unit: 'C62',
    priceQuantity: '1',
    adjustments: [],
    taxCategory: 'S',
    taxRate: String(invoice.tax.rate),
  })),
  adjustments: [],
  taxes: [
    {
      category: 'S',
      rate: String(invoice.tax.rate),
      base: String(invoice.net),
      amount: String(invoice.tax.amount),
      exemption: null,
      exemptionCode: null,
    },
  ],
  totals: {
    lines: String(invoice.net),
    net: String(invoice.net),
    tax: String(invoice.tax.amount),
    gross: String(invoice.gross),
    paid: '0',
    rounding: '0',
    due: String(invoice.gross),
  },
  taxInEuros: null,
  payment: { iban: null, bic: null, holder: null, reference: null, terms: null },
  notes: [],
});

/** An invoice as the customer reads it in the portal. */
export function InvoiceScreen({ invoice, title, copy, statuses, className }: InvoiceScreenProps) {
  return (
    <PortalScreen title={title} caption={invoice.caption} className={className}>
      <RecordHead
        heading="p"
        title={copy.title(copy.kinds.invoice, invoice.number)}
        status={<StatusBadge value="pending" known={statuses} />}
        detail={
          <p className="text-sm text-muted">
            <Facts
              of={[
                `${copy.facts.issued}\u00A0: ${french.day(invoice.issuedOn)}`,
                `${copy.facts.due}\u00A0: ${french.day(invoice.dueOn)}`,
              ]}
            />
          </p>
        }
      />
      <DocumentView document={documentOf(invoice)} copy={copy} level="p" />
    </PortalScreen>
  );
}

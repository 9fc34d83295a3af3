import { Link, useNavigate } from 'react-router';
import type { CellChanges } from '#app/components/data-list/columns.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { ticketPath, useDesk } from '#app/desk/components/desk-context.ts';
import { rowLink } from '#app/desk/components/desk-list.tsx';
import { Priority } from '#app/desk/tickets/queue.tsx';
import { api } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { CorrectableOf, ItemOf, RecordDescription } from '#contract/record-description.ts';
import { contracts, invoices, licenses, payments, tickets } from '#contract/record-lists.ts';
import type { RecordList } from '#contract/staff.ts';
import { deskColumns, RecordName } from './record-columns.tsx';
import { correctionsOf, type CustomerProps } from './record-dialogs.tsx';
import { Records } from './records.tsx';

interface Correctable<Described extends RecordDescription<RecordList>> {
  nameOf: (item: ItemOf<Described>) => string;
  changes: CellChanges<ItemOf<Described>>;
  /** The order of the fields, unless it is that of the columns. */
  order?: readonly CorrectableOf<Described>[];
}

/** What Records needs of a described list. */
function useCorrectable<const Described extends RecordDescription<RecordList>>(
  described: Described,
  { nameOf, changes, order }: Correctable<Described>,
) {
  const desk = useDesk();
  return {
    described,
    columns: deskColumns(desk, useFormats(), described, changes),
    correctable: correctionsOf(desk, described, nameOf, order),
  };
}

const nameCell = <Item,>(nameOf: (item: Item) => string, lines: 1 | 2 = 1) => ({
  cardSlot: 'title' as const,
  cell: (item: Item & { id: string }) => <RecordName id={item.id} text={nameOf(item)} lines={lines} />,
});

export function Invoices({ customerId }: CustomerProps) {
  const { number: label } = useDesk().copy.records.invoices.columns;
  const list = useCorrectable(invoices, {
    nameOf: invoiceName,
    changes: { id: { label, ...nameCell(invoiceName) } },
  });
  return <Records customerId={customerId} fetchPage={api.desk.invoices.$get} {...list} />;
}

const contractNumber = (contract: { contractNumber: string }) => contract.contractNumber;

export function Contracts({ customerId }: CustomerProps) {
  const list = useCorrectable(contracts, {
    nameOf: contractNumber,
    changes: { contractNumber: { ...nameCell(contractNumber), isName: false } },
    order: ['title', 'status', 'startDate', 'endDate', 'contractValue'],
  });
  return <Records customerId={customerId} fetchPage={api.desk.contracts.$get} {...list} />;
}

const paymentReference = (payment: { paymentReference: string }) => payment.paymentReference;

export function Payments({ customerId }: CustomerProps) {
  const list = useCorrectable(payments, {
    nameOf: paymentReference,
    changes: { paymentReference: { ...nameCell(paymentReference), isName: false } },
  });
  return <Records customerId={customerId} fetchPage={api.desk.payments.$get} {...list} />;
}

const productName = (license: { productName: string }) => license.productName;
const licenseCells: CellChanges<ItemOf<typeof licenses>> = {
  productName: nameCell(productName, 2),
  licenseKey: {
    isName: false,
    cell: ({ licenseKey }) => <TruncatedText text={licenseKey} className="font-mono text-xs" />,
  },
};

export function Licenses({ customerId }: CustomerProps) {
  const list = useCorrectable(licenses, { nameOf: productName, changes: licenseCells });
  return <Records customerId={customerId} fetchPage={api.desk.licenses.$get} {...list} />;
}

const ticketCells: CellChanges<ItemOf<typeof tickets>> = {
  ticketNumber: {
    cardSlot: 'title',
    isName: false,
    cell: ({ id, ticketNumber }) => (
      <Link to={ticketPath(id)} {...{ [rowLink]: id }} className="row-link block truncate font-semibold">
        {ticketNumber}
      </Link>
    ),
  },
  priority: { cell: ({ priority }) => <Priority value={priority} /> },
};

export function CustomerTickets({ customerId }: CustomerProps) {
  const navigate = useNavigate();
  return (
    <Records
      customerId={customerId}
      described={tickets}
      fetchPage={api.desk['customer-tickets'].$get}
      columns={deskColumns(useDesk(), useFormats(), tickets, ticketCells)}
      onOpen={({ id }) => void navigate(ticketPath(id))}
    />
  );
}

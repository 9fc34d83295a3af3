import { Link, useNavigate } from 'react-router';
import type { CellChanges } from '#app/components/data-list/columns.tsx';
import type { CsvColumn } from '#app/components/data-list/list-view.ts';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { canDo, paths, recordPath, ticketPath, useDesk } from '#app/desk/components/desk-context.ts';
import { rowLink } from '#app/desk/components/desk-list.tsx';
import { Priority } from '#app/desk/components/ticket-cells.tsx';
import { api } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { CorrectableOf, DeskItemOf, RecordDescription } from '#contract/record-description.ts';
import { contracts, invoices, licenses, payments, tickets } from '#contract/record-lists.ts';
import type { RecordList } from '#contract/staff.ts';
import { deskColumns, RecordName } from './record-columns.tsx';
import { correctionsOf, type CustomerProps } from './record-dialogs.tsx';
import { Records } from './records.tsx';

interface Correctable<Described extends RecordDescription<RecordList>> {
  nameOf: (item: DeskItemOf<Described>) => string;
  changes: CellChanges<DeskItemOf<Described>>;
  /** The order of the fields, unless it is that of the columns. */
  order?: readonly CorrectableOf<Described>[];
  /** Below the fields. */
  note?: string;
}

/** What Records needs of a described list. */
function useCorrectable<const Described extends RecordDescription<RecordList>>(
  described: Described,
  { nameOf, changes, order, note }: Correctable<Described>,
) {
  const desk = useDesk();
  return {
    described,
    columns: deskColumns(desk, useFormats(), described, changes),
    correctable: { ...correctionsOf(desk, described, nameOf, order), note },
  };
}

const nameCell = <Item,>(nameOf: (item: Item) => string, lines: 1 | 2 = 1, list?: 'contracts' | 'licenses') => ({
  cardSlot: 'title' as const,
  csv: nameOf,
  cell: (item: Item & { id: string }) => (
    <RecordName
      id={item.id}
      text={nameOf(item)}
      lines={lines}
      to={list === undefined ? undefined : recordPath(list, item.id)}
    />
  ),
});

type Invoice = DeskItemOf<typeof invoices>;

function InvoiceName({ invoice }: { invoice: Invoice }) {
  const { creditOf } = useDesk().copy.records;
  const detail = invoice.credits === null ? undefined : creditOf(invoice.credits);
  return (
    <RecordName id={invoice.id} text={invoiceName(invoice)} detail={detail} to={recordPath('invoices', invoice.id)} />
  );
}
const invoiceCell = (invoice: Invoice) => <InvoiceName invoice={invoice} />;

export function Invoices({ customerId }: CustomerProps) {
  const { copy, me } = useDesk();
  const { invoices: labels } = copy.records;
  const list = useCorrectable(invoices, {
    nameOf: invoiceName,
    changes: {
      id: {
        label: labels.columns.number,
        ...nameCell(invoiceName),
        cell: invoiceCell,
      },
    },
  });
  const credits: CsvColumn<Invoice> = {
    label: labels.columns.credits,
    csv: (invoice) => invoice.credits ?? '',
  };
  const action = canDo(me, 'records') && (
    <Link to={`${paths.newInvoice}?customerId=${customerId}`} className={buttonClass('primary', 'sm')}>
      <Icon name="plus" className="size-4" />
      {copy.palette.newInvoice}
    </Link>
  );
  return (
    <Records
      customerId={customerId}
      fetchPage={api.desk.invoices.$get}
      exportedToo={[credits]}
      action={action}
      {...list}
    />
  );
}

const contractNumber = (contract: { contractNumber: string }) => contract.contractNumber;

export function Contracts({ customerId }: CustomerProps) {
  const { records: copy } = useDesk().copy;
  const list = useCorrectable(contracts, {
    nameOf: contractNumber,
    changes: { contractNumber: { ...nameCell(contractNumber, 1, 'contracts'), isName: false } },
    order: [
      'title',
      'status',
      'startDate',
      'endDate',
      'contractValue',
      'renewsTacitly',
      'noticeDays',
      'responseMinutes',
      'resolutionMinutes',
      'aroundTheClock',
      'urgentAroundTheClock',
    ],
    note: copy.contracts.targets,
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
const licenseCells: CellChanges<DeskItemOf<typeof licenses>> = {
  productName: nameCell(productName, 2, 'licenses'),
  licenseKey: {
    isName: false,
    cell: ({ licenseKey }) => <TruncatedText text={licenseKey} className="font-mono text-xs" />,
  },
};

export function Licenses({ customerId }: CustomerProps) {
  const list = useCorrectable(licenses, { nameOf: productName, changes: licenseCells });
  return <Records customerId={customerId} fetchPage={api.desk.licenses.$get} {...list} />;
}

const ticketCells: CellChanges<DeskItemOf<typeof tickets>> = {
  ticketNumber: {
    cardSlot: 'title',
    isName: false,
    cell: ({ id, ticketNumber, shortNumber }) => (
      <Link to={ticketPath(id)} {...{ [rowLink]: id }} className="row-link block truncate font-semibold">
        {ticketNumber} <span className="font-normal text-muted">#{shortNumber}</span>
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

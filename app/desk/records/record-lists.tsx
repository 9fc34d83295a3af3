import { Link, useNavigate } from 'react-router';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { type Desk, ticketPath, useDesk } from '#app/desk/components/desk-context.ts';
import { rowLink } from '#app/desk/components/desk-list.tsx';
import { Priority } from '#app/desk/tickets/queue.tsx';
import { api } from '#app/lib/api-client.ts';
import { type Formats, invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { contracts, invoices, licenses, payments, tickets } from '#contract/record-lists.ts';
import { deskColumns, RecordName } from './record-columns.tsx';
import { correctionsOf, type CustomerProps } from './record-dialogs.tsx';
import { Records } from './records.tsx';

const invoiceColumns = (desk: Desk, formats: Formats) =>
  deskColumns(desk, formats, invoices, {
    id: {
      label: desk.copy.records.invoices.columns.number,
      cardSlot: 'title',
      cell: (invoice) => <RecordName id={invoice.id} text={invoiceName(invoice)} />,
    },
  });

export function Invoices({ customerId }: CustomerProps) {
  const desk = useDesk();
  const formats = useFormats();
  return (
    <Records
      customerId={customerId}
      described={invoices}
      fetchPage={api.desk.invoices.$get}
      columns={invoiceColumns(desk, formats)}
      correctable={correctionsOf(desk, invoices, invoiceName)}
    />
  );
}

const contractColumns = (desk: Desk, formats: Formats) =>
  deskColumns(desk, formats, contracts, {
    contractNumber: {
      cardSlot: 'title',
      isName: false,
      cell: ({ id, contractNumber }) => <RecordName id={id} text={contractNumber} />,
    },
  });

const contractFields = ['title', 'status', 'startDate', 'endDate', 'contractValue'] as const;

export function Contracts({ customerId }: CustomerProps) {
  const desk = useDesk();
  const formats = useFormats();
  return (
    <Records
      customerId={customerId}
      described={contracts}
      fetchPage={api.desk.contracts.$get}
      columns={contractColumns(desk, formats)}
      correctable={correctionsOf(desk, contracts, ({ contractNumber }) => contractNumber, contractFields)}
    />
  );
}

const paymentColumns = (desk: Desk, formats: Formats) =>
  deskColumns(desk, formats, payments, {
    paymentReference: {
      cardSlot: 'title',
      isName: false,
      cell: ({ id, paymentReference }) => <RecordName id={id} text={paymentReference} />,
    },
  });

export function Payments({ customerId }: CustomerProps) {
  const desk = useDesk();
  const formats = useFormats();
  return (
    <Records
      customerId={customerId}
      described={payments}
      fetchPage={api.desk.payments.$get}
      columns={paymentColumns(desk, formats)}
      correctable={correctionsOf(desk, payments, ({ paymentReference }) => paymentReference)}
    />
  );
}

const licenseColumns = (desk: Desk, formats: Formats) =>
  deskColumns(desk, formats, licenses, {
    productName: {
      cardSlot: 'title',
      cell: ({ id, productName }) => <RecordName id={id} text={productName} lines={2} />,
    },
    licenseKey: {
      isName: false,
      cell: ({ licenseKey }) => <TruncatedText text={licenseKey} className="font-mono text-xs" />,
    },
  });

export function Licenses({ customerId }: CustomerProps) {
  const desk = useDesk();
  const formats = useFormats();
  return (
    <Records
      customerId={customerId}
      described={licenses}
      fetchPage={api.desk.licenses.$get}
      columns={licenseColumns(desk, formats)}
      correctable={correctionsOf(desk, licenses, ({ productName }) => productName)}
    />
  );
}

const ticketColumns = (desk: Desk, formats: Formats) =>
  deskColumns(desk, formats, tickets, {
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
  });

export function CustomerTickets({ customerId }: CustomerProps) {
  const desk = useDesk();
  const formats = useFormats();
  const navigate = useNavigate();
  return (
    <Records
      customerId={customerId}
      described={tickets}
      fetchPage={api.desk['customer-tickets'].$get}
      columns={ticketColumns(desk, formats)}
      onOpen={({ id }) => void navigate(ticketPath(id))}
    />
  );
}

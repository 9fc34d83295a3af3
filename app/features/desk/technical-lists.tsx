import { Link, useNavigate } from 'react-router';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import type { License } from '#contract/records.ts';
import { licenseSorts, ticketSorts } from '#contract/sorts.ts';
import type { Ticket } from '#contract/tickets.ts';
import { type Desk, ticketPath, useDesk } from './desk-context.ts';
import { rowLink } from './desk-list.tsx';
import { formatMomentDay, formatNumber } from './formats.ts';
import { Priority } from './queue.tsx';
import { columnsOf, labelled, RecordName } from './record-columns.tsx';
import type { Correctable, CustomerProps } from './record-dialogs.tsx';
import { Records, type RecordsDefinition } from './records.tsx';

function licensesList(desk: Desk): RecordsDefinition<License> {
  const { columns: labels } = desk.copy.records.licenses;
  const statuses = desk.copy.statuses.licenses;
  const { day, money, status } = columnsOf(desk);
  return {
    list: 'licenses',
    fetchPage: api.desk.licenses.$get,
    sorts: licenseSorts,
    defaultSort: 'createdAt',
    statuses,
    columns: [
      {
        label: labels.productName,
        sort: 'productName',
        widthPercent: 21,
        cardSlot: 'title',
        isName: true,
        cell: ({ id, productName }) => <RecordName id={id} text={productName} lines={2} />,
      },
      {
        label: labels.licenseKey,
        sort: 'licenseKey',
        widthPercent: 13,
        cardSlot: 'wide',
        cell: ({ licenseKey }) => <TruncatedText text={licenseKey} className="font-mono text-xs" />,
      },
      {
        label: labels.licenseType,
        sort: 'licenseType',
        widthPercent: 11,
        cardSlot: 'half',
        cell: ({ licenseType }) => <TruncatedText text={labelled(desk.copy.statuses.licenseTypes, licenseType)} />,
      },
      {
        label: labels.seats,
        sort: 'seats',
        widthPercent: 7,
        cardSlot: 'half',
        cell: ({ seats }) => <TruncatedText text={formatNumber(seats)} className="tabular-nums" />,
      },
      day({ label: labels.expiryDate, key: 'expiryDate', widthPercent: 11 }),
      money({ label: labels.monthlyCost, key: 'monthlyCost', widthPercent: 10 }),
      status(labels.status, statuses, 13),
    ],
  };
}

function correctableLicenses(desk: Desk): Correctable<License> {
  const { columns: labels } = desk.copy.records.licenses;
  return {
    list: 'licenses',
    name: ({ productName }) => productName,
    fields: [
      { name: 'productName', label: labels.productName, kind: 'text' },
      { name: 'licenseType', label: labels.licenseType, kind: 'text' },
      { name: 'seats', label: labels.seats, kind: 'whole' },
      { name: 'expiryDate', label: labels.expiryDate, kind: 'day', isOptional: true },
      { name: 'monthlyCost', label: labels.monthlyCost, kind: 'amount', isOptional: true },
      { name: 'status', label: labels.status, kind: 'status' },
    ],
    correct: (input) => api.desk.records.correct.$post({ json: { list: 'licenses', ...input } }),
  };
}

export function Licenses({ customerId }: CustomerProps) {
  const desk = useDesk();
  return <Records customerId={customerId} definition={licensesList(desk)} correctable={correctableLicenses(desk)} />;
}

function ticketsList(desk: Desk): RecordsDefinition<Ticket> {
  const { columns: labels } = desk.copy.records.tickets;
  const statuses = desk.copy.statuses.tickets;
  const { status } = columnsOf(desk);
  return {
    list: 'tickets',
    fetchPage: api.desk['customer-tickets'].$get,
    sorts: ticketSorts,
    defaultSort: 'createdAt',
    statuses,
    columns: [
      {
        label: labels.ticketNumber,
        sort: 'ticketNumber',
        widthPercent: 16,
        cardSlot: 'title',
        cell: ({ id, ticketNumber }) => (
          <Link to={ticketPath(id)} {...{ [rowLink]: id }} className="row-link block truncate font-semibold">
            {ticketNumber}
          </Link>
        ),
      },
      {
        label: labels.subject,
        sort: 'subject',
        widthPercent: 40,
        cardSlot: 'wide',
        isName: true,
        cell: ({ subject }) => <TruncatedText text={subject} lines={2} />,
      },
      {
        label: labels.priority,
        sort: 'priority',
        widthPercent: 15,
        cardSlot: 'half',
        cell: ({ priority }) => <Priority value={priority} />,
      },
      status(labels.status, statuses, 15),
      {
        label: labels.createdAt,
        sort: 'createdAt',
        widthPercent: 14,
        cardSlot: 'half',
        cell: ({ createdAt }) => formatMomentDay(createdAt),
      },
    ],
  };
}

export function CustomerTickets({ customerId }: CustomerProps) {
  const desk = useDesk();
  const navigate = useNavigate();
  return (
    <Records
      customerId={customerId}
      definition={ticketsList(desk)}
      onOpen={({ id }) => void navigate(ticketPath(id))}
    />
  );
}

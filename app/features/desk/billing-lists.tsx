import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import type { Contract, Invoice, Payment } from '#contract/records.ts';
import { contractSorts, invoiceSorts, paymentSorts } from '#contract/sorts.ts';
import { type Desk, useDesk } from './desk-context.ts';
import { formatMomentDay } from './formats.ts';
import { columnsOf, labelled, RecordName } from './record-columns.tsx';
import type { Correctable, CustomerProps } from './record-dialogs.tsx';
import { Records, type RecordsDefinition } from './records.tsx';

function invoicesList(desk: Desk): RecordsDefinition<Invoice> {
  const { columns: labels } = desk.copy.records.invoices;
  const statuses = desk.copy.statuses.invoices;
  const { day, money, status } = columnsOf(desk);
  return {
    list: 'invoices',
    fetchPage: api.desk.invoices.$get,
    sorts: invoiceSorts,
    defaultSort: 'createdAt',
    statuses,
    columns: [
      {
        label: labels.number,
        sort: 'id',
        widthPercent: 22,
        cardSlot: 'title',
        cell: (invoice) => <RecordName id={invoice.id} text={invoiceName(invoice)} />,
      },
      money({ label: labels.amount, key: 'amount', widthPercent: 15 }),
      day({ label: labels.dueDate, key: 'dueDate', widthPercent: 14 }),
      status(labels.status, statuses, 13),
      {
        label: labels.riskScore,
        sort: 'riskScore',
        widthPercent: 9,
        cardSlot: 'half',
        cell: ({ riskScore }) => <span className="tabular-nums">{riskScore} %</span>,
      },
      {
        label: labels.createdAt,
        sort: 'createdAt',
        widthPercent: 13,
        cardSlot: 'half',
        cell: ({ createdAt }) => formatMomentDay(createdAt),
      },
    ],
  };
}

function correctableInvoices(desk: Desk): Correctable<Invoice> {
  const { columns: labels } = desk.copy.records.invoices;
  return {
    list: 'invoices',
    name: invoiceName,
    fields: [
      { name: 'number', label: labels.number, kind: 'text', isOptional: true },
      { name: 'amount', label: labels.amount, kind: 'amount' },
      { name: 'dueDate', label: labels.dueDate, kind: 'day', isOptional: true },
      { name: 'status', label: labels.status, kind: 'status' },
      { name: 'riskScore', label: labels.riskScore, kind: 'whole' },
    ],
    correct: (input) => api.desk.records.correct.$post({ json: { list: 'invoices', ...input } }),
  };
}

export function Invoices({ customerId }: CustomerProps) {
  const desk = useDesk();
  return <Records customerId={customerId} definition={invoicesList(desk)} correctable={correctableInvoices(desk)} />;
}

function contractsList(desk: Desk): RecordsDefinition<Contract> {
  const { columns: labels } = desk.copy.records.contracts;
  const statuses = desk.copy.statuses.contracts;
  const { day, money, status } = columnsOf(desk);
  return {
    list: 'contracts',
    fetchPage: api.desk.contracts.$get,
    sorts: contractSorts,
    defaultSort: 'createdAt',
    statuses,
    columns: [
      {
        label: labels.contractNumber,
        sort: 'contractNumber',
        widthPercent: 18,
        cardSlot: 'title',
        cell: ({ id, contractNumber }) => <RecordName id={id} text={contractNumber} />,
      },
      {
        label: labels.title,
        sort: 'title',
        widthPercent: 22,
        cardSlot: 'wide',
        isName: true,
        cell: ({ title }) => <TruncatedText text={title} lines={2} />,
      },
      day({ label: labels.startDate, key: 'startDate', widthPercent: 11 }),
      day({ label: labels.endDate, key: 'endDate', widthPercent: 11 }),
      money({ label: labels.contractValue, key: 'contractValue', widthPercent: 12 }),
      status(labels.status, statuses, 12),
    ],
  };
}

function correctableContracts(desk: Desk): Correctable<Contract> {
  const { columns: labels } = desk.copy.records.contracts;
  return {
    list: 'contracts',
    name: ({ contractNumber }) => contractNumber,
    fields: [
      { name: 'title', label: labels.title, kind: 'text' },
      { name: 'status', label: labels.status, kind: 'status' },
      { name: 'startDate', label: labels.startDate, kind: 'day', isOptional: true },
      { name: 'endDate', label: labels.endDate, kind: 'day', isOptional: true },
      { name: 'contractValue', label: labels.contractValue, kind: 'amount', isOptional: true },
    ],
    correct: (input) => api.desk.records.correct.$post({ json: { list: 'contracts', ...input } }),
  };
}

export function Contracts({ customerId }: CustomerProps) {
  const desk = useDesk();
  return <Records customerId={customerId} definition={contractsList(desk)} correctable={correctableContracts(desk)} />;
}

function paymentsList(desk: Desk): RecordsDefinition<Payment> {
  const { columns: labels } = desk.copy.records.payments;
  const statuses = desk.copy.statuses.payments;
  const { day, money, status } = columnsOf(desk);
  return {
    list: 'payments',
    fetchPage: api.desk.payments.$get,
    sorts: paymentSorts,
    defaultSort: 'paymentDate',
    statuses,
    columns: [
      {
        label: labels.paymentReference,
        sort: 'paymentReference',
        widthPercent: 16,
        cardSlot: 'title',
        cell: ({ id, paymentReference }) => <RecordName id={id} text={paymentReference} />,
      },
      money({ label: labels.amount, key: 'amount', widthPercent: 12 }),
      day({ label: labels.paymentDate, key: 'paymentDate', widthPercent: 12 }),
      {
        label: labels.paymentMethod,
        sort: 'paymentMethod',
        widthPercent: 13,
        cardSlot: 'half',
        cell: ({ paymentMethod }) => <TruncatedText text={labelled(desk.copy.statuses.methods, paymentMethod)} />,
      },
      status(labels.status, statuses, 12),
      {
        label: labels.notes,
        widthPercent: 21,
        cardSlot: 'wide',
        cell: ({ notes }) => <TruncatedText text={notes ?? desk.copy.states.none} className="text-muted" />,
      },
    ],
  };
}

function correctablePayments(desk: Desk): Correctable<Payment> {
  const { columns: labels } = desk.copy.records.payments;
  return {
    list: 'payments',
    name: ({ paymentReference }) => paymentReference,
    fields: [
      { name: 'amount', label: labels.amount, kind: 'amount' },
      { name: 'paymentDate', label: labels.paymentDate, kind: 'day' },
      { name: 'paymentMethod', label: labels.paymentMethod, kind: 'text' },
      { name: 'status', label: labels.status, kind: 'status' },
      { name: 'notes', label: labels.notes, kind: 'long', isOptional: true },
    ],
    correct: (input) => api.desk.records.correct.$post({ json: { list: 'payments', ...input } }),
  };
}

export function Payments({ customerId }: CustomerProps) {
  const desk = useDesk();
  return <Records customerId={customerId} definition={paymentsList(desk)} correctable={correctablePayments(desk)} />;
}

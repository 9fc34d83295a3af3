import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FullText } from '#app/components/ui/full-text.tsx';
import type { ListDefinition } from '#app/components/records/definition.ts';
import { Money } from '#app/components/records/money.tsx';
import { RecordList } from '#app/components/records/record-list.tsx';
import { StatusBadge, type Statuses, statusLabel } from '#app/components/records/status-badge.tsx';
import { formatDay, notAvailable } from '#app/lib/formats.ts';
import type { Contract, contractSorts } from '#contract/contracts.ts';

const statuses: Statuses = {
  active: { label: 'Active', look: 'success' },
  expired: { label: 'Expired', look: 'destructive' },
  terminated: { label: 'Terminated', look: 'secondary' },
  draft: { label: 'Draft', look: 'warning' },
};

const sorts = [
  'createdAt',
  'contractNumber',
  'title',
  'startDate',
  'endDate',
  'contractValue',
  'status',
] satisfies (typeof contractSorts)[number][];

const contracts: ListDefinition<Contract> = {
  list: 'contracts',
  title: 'Your Contracts',
  noun: 'contracts',
  searchHint: 'Number, title, value or date',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Newest',
  sorts,
  statuses: Object.keys(statuses),
  statusLabel: statusLabel(statuses),
  columns: [
    {
      label: 'Contract Number',
      sort: 'contractNumber',
      share: 19,
      place: 'title',
      cell: ({ contractNumber }) => (
        <span className="flex items-center gap-1">
          <FullText text={contractNumber} className="font-semibold" />
          <CopyButton text={contractNumber} label="Copy contract number" />
        </span>
      ),
      csv: ({ contractNumber }) => contractNumber,
    },
    {
      label: 'Title',
      sort: 'title',
      share: 29,
      place: 'wide',
      isName: true,
      cell: ({ title }) => <FullText text={title} lines={2} />,
      csv: ({ title }) => title,
    },
    {
      label: 'Start Date',
      sort: 'startDate',
      share: 13,
      place: 'half',
      cell: ({ startDate }) => (startDate === null ? notAvailable : formatDay(startDate)),
      csv: ({ startDate }) => startDate ?? '',
    },
    {
      label: 'End Date',
      sort: 'endDate',
      share: 13,
      place: 'half',
      cell: ({ endDate }) => (endDate === null ? 'Ongoing' : formatDay(endDate)),
      csv: ({ endDate }) => endDate ?? '',
    },
    {
      label: 'Value',
      sort: 'contractValue',
      share: 13,
      place: 'half',
      isMoney: true,
      cell: ({ contractValue }) => <Money amount={contractValue} />,
      csv: ({ contractValue }) => contractValue ?? '',
    },
    {
      label: 'Status',
      sort: 'status',
      share: 13,
      place: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses)(status),
    },
  ],
};

export const ContractsTab = () => <RecordList definition={contracts} />;

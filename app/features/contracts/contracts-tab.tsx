import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import type { ListDefinition } from '#app/components/data-list/list-view.ts';
import { Money, StatusBadge, type Statuses, statusLabel } from '#app/components/data-list/cells.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatDay, notAvailable } from '#app/lib/formats.ts';
import type { Contract } from '#contract/records.ts';
import { contractSorts } from '#contract/sorts.ts';

const statuses: Statuses = {
  active: { label: 'Active', variant: 'success' },
  expired: { label: 'Expired', variant: 'destructive' },
  terminated: { label: 'Terminated', variant: 'secondary' },
  draft: { label: 'Draft', variant: 'warning' },
};

const contracts: ListDefinition<Contract> = {
  list: 'contracts',
  fetchPage: api.portal.contracts.$get,
  title: 'Your Contracts',
  noun: 'contracts',
  searchHint: 'Number, title, value or date',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Newest',
  sorts: contractSorts,
  statuses,
  columns: [
    {
      label: 'Contract Number',
      sort: 'contractNumber',
      widthPercent: 19,
      cardSlot: 'title',
      cell: ({ contractNumber }) => (
        <span className="flex items-center gap-1">
          <TruncatedText text={contractNumber} className="font-semibold" />
          <CopyButton text={contractNumber} label="Copy contract number" />
        </span>
      ),
      csv: ({ contractNumber }) => contractNumber,
    },
    {
      label: 'Title',
      sort: 'title',
      widthPercent: 29,
      cardSlot: 'wide',
      isName: true,
      cell: ({ title }) => <TruncatedText text={title} lines={2} />,
      csv: ({ title }) => title,
    },
    {
      label: 'Start Date',
      sort: 'startDate',
      widthPercent: 13,
      cardSlot: 'half',
      cell: ({ startDate }) => (startDate === null ? notAvailable : formatDay(startDate)),
      csv: ({ startDate }) => startDate ?? '',
    },
    {
      label: 'End Date',
      sort: 'endDate',
      widthPercent: 13,
      cardSlot: 'half',
      cell: ({ endDate }) => (endDate === null ? 'Ongoing' : formatDay(endDate)),
      csv: ({ endDate }) => endDate ?? '',
    },
    {
      label: 'Value',
      sort: 'contractValue',
      widthPercent: 13,
      cardSlot: 'half',
      isMoney: true,
      cell: ({ contractValue }) => <Money amount={contractValue} />,
      csv: ({ contractValue }) => contractValue ?? '',
    },
    {
      label: 'Status',
      sort: 'status',
      widthPercent: 13,
      cardSlot: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses, status),
    },
  ],
};

export const ContractsTab = () => <RecordList definition={contracts} />;

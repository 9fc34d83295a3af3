import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import type { ListDefinition } from '#app/components/data-list/list-view.ts';
import { Money, StatusBadge, type Statuses, statusLabel } from '#app/components/data-list/cells.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatCount, formatDay } from '#app/lib/formats.ts';
import type { License } from '#contract/records.ts';
import { licenseSorts } from '#contract/sorts.ts';

const statuses: Statuses = {
  active: { label: 'Active', variant: 'success' },
  expired: { label: 'Expired', variant: 'destructive' },
  suspended: { label: 'Suspended', variant: 'warning' },
  terminated: { label: 'Terminated', variant: 'secondary' },
};

const types: Statuses = {
  subscription: { label: 'Subscription', variant: 'secondary' },
  perpetual: { label: 'Perpetual', variant: 'secondary' },
  trial: { label: 'Trial', variant: 'warning' },
};

const licenses: ListDefinition<License> = {
  list: 'licenses',
  fetchPage: api.portal.licenses.$get,
  title: 'Software Licenses',
  noun: 'licenses',
  searchHint: 'Product, key, type or date',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Newest',
  sorts: licenseSorts,
  statuses,
  columns: [
    {
      label: 'Product',
      sort: 'productName',
      widthPercent: 23,
      cardSlot: 'title',
      isName: true,
      cell: ({ productName }) => <TruncatedText text={productName} lines={2} className="font-semibold" />,
      csv: ({ productName }) => productName,
    },
    {
      label: 'License Key',
      sort: 'licenseKey',
      widthPercent: 22,
      cardSlot: 'wide',
      cell: ({ licenseKey }) => (
        <span className="flex items-center gap-1">
          <TruncatedText text={licenseKey} className="font-mono text-xs" />
          <CopyButton text={licenseKey} label="Copy license key" />
        </span>
      ),
      csv: ({ licenseKey }) => licenseKey,
    },
    {
      label: 'Type',
      sort: 'licenseType',
      widthPercent: 12,
      cardSlot: 'half',
      cell: ({ licenseType }) => <StatusBadge value={licenseType} known={types} />,
      csv: ({ licenseType }) => statusLabel(types, licenseType),
    },
    {
      label: 'Seats',
      sort: 'seats',
      widthPercent: 8,
      cardSlot: 'half',
      cell: ({ seats }) => <TruncatedText text={formatCount(seats)} className="tabular-nums" />,
      isNumber: true,
      csv: ({ seats }) => String(seats),
    },
    {
      label: 'Expiry Date',
      sort: 'expiryDate',
      widthPercent: 12,
      cardSlot: 'half',
      cell: ({ expiryDate }) => (expiryDate === null ? 'No expiry' : formatDay(expiryDate)),
      csv: ({ expiryDate }) => expiryDate ?? '',
    },
    {
      label: 'Monthly Cost',
      sort: 'monthlyCost',
      widthPercent: 12,
      cardSlot: 'half',
      isMoney: true,
      cell: ({ monthlyCost }) => <Money amount={monthlyCost} />,
      csv: ({ monthlyCost }) => monthlyCost ?? '',
    },
    {
      label: 'Status',
      sort: 'status',
      widthPercent: 11,
      cardSlot: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses, status),
    },
  ],
};

export const LicensesTab = () => <RecordList definition={licenses} />;

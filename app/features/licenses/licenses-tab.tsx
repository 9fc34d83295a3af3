import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FullText } from '#app/components/ui/full-text.tsx';
import type { ListDefinition } from '#app/components/records/definition.ts';
import { Money } from '#app/components/records/money.tsx';
import { RecordList } from '#app/components/records/record-list.tsx';
import { StatusBadge, type Statuses, statusLabel } from '#app/components/records/status-badge.tsx';
import { formatCount, formatDay } from '#app/lib/formats.ts';
import type { License, licenseSorts } from '#contract/licenses.ts';

const statuses: Statuses = {
  active: { label: 'Active', look: 'success' },
  expired: { label: 'Expired', look: 'destructive' },
  suspended: { label: 'Suspended', look: 'warning' },
  terminated: { label: 'Terminated', look: 'secondary' },
};

const types: Statuses = {
  subscription: { label: 'Subscription', look: 'secondary' },
  perpetual: { label: 'Perpetual', look: 'secondary' },
  trial: { label: 'Trial', look: 'warning' },
};

const sorts = [
  'createdAt',
  'productName',
  'licenseKey',
  'licenseType',
  'seats',
  'expiryDate',
  'monthlyCost',
  'status',
] satisfies (typeof licenseSorts)[number][];

const licenses: ListDefinition<License> = {
  list: 'licenses',
  title: 'Software Licenses',
  noun: 'licenses',
  searchHint: 'Product, key, type or date',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Newest',
  sorts,
  statuses: Object.keys(statuses),
  statusLabel: statusLabel(statuses),
  columns: [
    {
      label: 'Product',
      sort: 'productName',
      share: 23,
      place: 'title',
      isName: true,
      cell: ({ productName }) => <FullText text={productName} lines={2} className="font-semibold" />,
      csv: ({ productName }) => productName,
    },
    {
      label: 'License Key',
      sort: 'licenseKey',
      share: 22,
      place: 'wide',
      cell: ({ licenseKey }) => (
        <span className="flex items-center gap-1">
          <FullText text={licenseKey} className="font-mono text-xs" />
          <CopyButton text={licenseKey} label="Copy license key" />
        </span>
      ),
      csv: ({ licenseKey }) => licenseKey,
    },
    {
      label: 'Type',
      sort: 'licenseType',
      share: 12,
      place: 'half',
      cell: ({ licenseType }) => <StatusBadge value={licenseType} known={types} />,
      csv: ({ licenseType }) => statusLabel(types)(licenseType),
    },
    {
      label: 'Seats',
      sort: 'seats',
      share: 8,
      place: 'half',
      cell: ({ seats }) => <FullText text={formatCount(seats)} className="tabular-nums" />,
      isNumber: true,
      csv: ({ seats }) => String(seats),
    },
    {
      label: 'Expiry Date',
      sort: 'expiryDate',
      share: 12,
      place: 'half',
      cell: ({ expiryDate }) => (expiryDate === null ? 'No expiry' : formatDay(expiryDate)),
      csv: ({ expiryDate }) => expiryDate ?? '',
    },
    {
      label: 'Monthly Cost',
      sort: 'monthlyCost',
      share: 12,
      place: 'half',
      isMoney: true,
      cell: ({ monthlyCost }) => <Money amount={monthlyCost} />,
      csv: ({ monthlyCost }) => monthlyCost ?? '',
    },
    {
      label: 'Status',
      sort: 'status',
      share: 11,
      place: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses)(status),
    },
  ],
};

export const LicensesTab = () => <RecordList definition={licenses} />;

import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import type { ListDefinition, Statuses } from '#app/components/data-list/list-view.ts';
import { badgeColumn, copyColumn, dayColumn, moneyColumn, nameColumn } from '#app/components/data-list/columns.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatCount } from '#app/lib/formats.ts';
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
    nameColumn('productName', { label: 'Product', widthPercent: 23, cardSlot: 'title', className: 'font-semibold' }),
    copyColumn('licenseKey', {
      label: 'License Key',
      widthPercent: 22,
      cardSlot: 'wide',
      copyLabel: 'Copy license key',
      className: 'font-mono text-xs',
    }),
    badgeColumn('licenseType', { label: 'Type', widthPercent: 12, known: types }),
    {
      label: 'Seats',
      sort: 'seats',
      widthPercent: 8,
      cardSlot: 'half',
      cell: ({ seats }) => <TruncatedText text={formatCount(seats)} className="tabular-nums" />,
      isNumber: true,
      csv: ({ seats }) => String(seats),
    },
    dayColumn('expiryDate', { label: 'Expiry Date', widthPercent: 12, missing: 'No expiry' }),
    moneyColumn('monthlyCost', { label: 'Monthly Cost', widthPercent: 12 }),
    badgeColumn('status', { label: 'Status', widthPercent: 11, cardSlot: 'badge', known: statuses }),
  ],
};

export const LicensesTab = () => <RecordList definition={licenses} />;

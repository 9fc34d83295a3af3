import type { ListDefinition, Statuses } from '#app/components/data-list/list-view.ts';
import { badgeColumn, copyColumn, dayColumn, moneyColumn, nameColumn } from '#app/components/data-list/columns.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
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
    copyColumn('contractNumber', { label: 'Contract Number', widthPercent: 19, copyLabel: 'Copy contract number' }),
    nameColumn('title', { label: 'Title', widthPercent: 29 }),
    dayColumn('startDate', { label: 'Start Date', widthPercent: 13 }),
    dayColumn('endDate', { label: 'End Date', widthPercent: 13, missing: 'Ongoing' }),
    moneyColumn('contractValue', { label: 'Value', widthPercent: 13 }),
    badgeColumn('status', { label: 'Status', widthPercent: 13, cardSlot: 'badge', known: statuses }),
  ],
};

export const ContractsTab = () => <RecordList definition={contracts} />;

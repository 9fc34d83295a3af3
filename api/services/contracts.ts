import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Contract } from '#contract/contracts.ts';
import type { contractSorts } from '#contract/sorts.ts';
import type { Page } from '#contract/lists.ts';
import { byId, key, type ListDefinition, listPage, type ListRequest } from './lists/query.ts';

type ContractSort = (typeof contractSorts)[number];

export const contractList: ListDefinition<Contract, ContractSort> = {
  table: 'contracts',
  columns: {
    id: 'id',
    contractNumber: 'contract_number',
    title: 'title',
    startDate: 'start_date',
    endDate: 'end_date',
    contractValue: 'contract_value',
    status: 'status',
    createdAt: 'created_at',
  },
  sorts: {
    createdAt: [key('created_at', 'timestamptz'), byId],
    contractNumber: [key('contract_number', 'text'), byId],
    title: [key('title_key', 'text'), byId],
    startDate: [key('start_date_key', 'date'), byId],
    endDate: [key('end_date_key', 'date'), byId],
    contractValue: [key('contract_value_key', 'bigint'), byId],
    status: [key('status', 'text'), key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'createdAt',
};

export function listContracts(
  database: Database,
  caller: Caller,
  request: ListRequest<ContractSort>,
): Promise<Page<Contract>> {
  return listPage(database, caller, contractList, request);
}

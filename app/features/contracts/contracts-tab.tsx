import { copyCell, dayCell, portalList } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import type { ContractsCopy } from '#content/portal/en/lists.ts';
import { contracts } from '#contract/record-lists.ts';

const variants = { active: 'success', expired: 'destructive', terminated: 'secondary', draft: 'warning' } as const;

const contractsList = (copy: ContractsCopy) =>
  portalList(contracts, copy, {
    fetchPage: api.portal.contracts.$get,
    known: { status: badges(copy.statuses, variants) },
    changes: {
      contractNumber: copyCell('contractNumber', copy.copyNumber),
      endDate: dayCell('endDate', copy.ongoing),
    },
  });

export function ContractsTab({ copy }: { copy: ContractsCopy }) {
  return <RecordList definition={contractsList(copy)} />;
}

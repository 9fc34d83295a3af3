import { copyCell, dayCell, portalList } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import type { LicensesCopy } from '#content/portal/en/lists.ts';
import { licenses } from '#contract/record-lists.ts';

const variants = { active: 'success', expired: 'destructive', suspended: 'warning', terminated: 'secondary' } as const;
const typeVariants = { subscription: 'secondary', perpetual: 'secondary', trial: 'warning' } as const;

const licensesList = (copy: LicensesCopy) =>
  portalList(licenses, copy, {
    fetchPage: api.portal.licenses.$get,
    known: { status: badges(copy.statuses, variants), licenseType: badges(copy.types, typeVariants) },
    changes: {
      productName: {
        cardSlot: 'title',
        cell: ({ productName }) => <TruncatedText text={productName} lines={2} className="font-semibold" />,
      },
      licenseKey: { ...copyCell('licenseKey', copy.copyKey, 'font-mono text-xs'), cardSlot: 'wide' },
      expiryDate: dayCell('expiryDate', copy.noExpiry),
    },
  });

export function LicensesTab({ copy }: { copy: LicensesCopy }) {
  return <RecordList definition={licensesList(copy)} />;
}

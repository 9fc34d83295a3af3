import {
  DeskContractPage,
  DeskInvoicePage,
  DeskLicensePage,
  DeskStatementPage,
} from '#app/desk/record-pages/record-pages.tsx';
import { RecordPagesCopyContext } from '#app/desk/record-pages/record-pages-copy.ts';
import { DeskSlotsContext } from '#app/desk/components/desk-context.ts';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import { remindersCopy } from '#modules/reminders/desk/reminders-copy.ts';
import { RemindersPanel } from '#modules/reminders/desk/reminders-panel.tsx';

const recordPagesCopy = copyPart(() => import('#content/desk/fr/record-pages.ts'), {
  en: () => import('#content/desk/en/record-pages.ts'),
});
preloadCopy(deskLanguages, recordPagesCopy, remindersCopy);

const slots = { Reminders: RemindersPanel };

/** Loaded by record.tsx, which is the route of every record. */
export default function RecordPages({ list, id }: { list: string | undefined; id: string }) {
  const copy = useCopy(recordPagesCopy);
  return (
    <RecordPagesCopyContext value={copy}>
      {list === 'invoices' && (
        <DeskSlotsContext value={slots}>
          <DeskInvoicePage key={id} id={id} />
        </DeskSlotsContext>
      )}
      {list === 'contracts' && <DeskContractPage key={id} id={id} />}
      {list === 'licenses' && <DeskLicensePage key={id} id={id} />}
      {list === 'statements' && <DeskStatementPage key={id} customerId={id} />}
    </RecordPagesCopyContext>
  );
}

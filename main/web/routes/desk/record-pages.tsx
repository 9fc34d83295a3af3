import {
  DeskContractPage,
  DeskInvoicePage,
  DeskLicensePage,
  DeskStatementPage,
} from '#app/desk/record-pages/record-pages.tsx';
import { RecordPagesCopyContext } from '#app/desk/record-pages/record-pages-copy.ts';
import { RemindersCopyContext } from '#app/desk/components/desk-context.ts';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import { remindersCopy } from './language.ts';

const recordPagesCopy = copyPart(() => import('#content/desk/fr/record-pages.ts'), {
  en: () => import('#content/desk/en/record-pages.ts'),
});
preloadCopy(deskLanguages, recordPagesCopy, remindersCopy);

/** Loaded by record.tsx, which is the route of every record. */
export default function RecordPages({ list, id }: { list: string | undefined; id: string }) {
  const copy = useCopy(recordPagesCopy);
  const { reminders } = useCopy(remindersCopy);
  return (
    <RecordPagesCopyContext value={copy}>
      {list === 'invoices' && (
        <RemindersCopyContext value={reminders}>
          <DeskInvoicePage key={id} id={id} />
        </RemindersCopyContext>
      )}
      {list === 'contracts' && <DeskContractPage key={id} id={id} />}
      {list === 'licenses' && <DeskLicensePage key={id} id={id} />}
      {list === 'statements' && <DeskStatementPage key={id} customerId={id} />}
    </RecordPagesCopyContext>
  );
}

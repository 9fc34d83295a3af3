import {
  DeskContractPage,
  DeskInvoicePage,
  DeskLicensePage,
  DeskStatementPage,
} from '#app/desk/record-pages/record-pages.tsx';
import { RecordPagesCopyContext } from '#app/desk/record-pages/record-pages-copy.ts';
import { RemindersCopyContext } from '#app/desk/components/desk-context.ts';
import { reminders } from '#content/desk/fr/reminders.ts';
import * as copy from '#content/desk/fr/record-pages.ts';

/** Loaded by record.tsx, which is the route of every record. */
export default function RecordPages({ list, id }: { list: string | undefined; id: string }) {
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

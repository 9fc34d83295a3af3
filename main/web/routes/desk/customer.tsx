import { CustomerPage } from '#app/desk/customers/customer.tsx';
import { ImportCopyContext, RemindersCopyContext } from '#app/desk/components/desk-context.ts';
import { preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import { importCopy, remindersCopy } from './language.ts';

preloadCopy(deskLanguages, importCopy, remindersCopy);

export default function Customer({ id }: { id: string }) {
  const { importing } = useCopy(importCopy);
  const { reminders } = useCopy(remindersCopy);
  return (
    <ImportCopyContext value={importing}>
      <RemindersCopyContext value={reminders}>
        <CustomerPage id={id} />
      </RemindersCopyContext>
    </ImportCopyContext>
  );
}

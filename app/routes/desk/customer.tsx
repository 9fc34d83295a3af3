import { CustomerPage } from '#app/desk/customers/customer.tsx';
import { ImportCopyContext, RemindersCopyContext } from '#app/desk/components/desk-context.ts';
import { importing } from '#content/desk/fr/import.ts';
import { reminders } from '#content/desk/fr/reminders.ts';

export default function Customer({ id }: { id: string }) {
  return (
    <ImportCopyContext value={importing}>
      <RemindersCopyContext value={reminders}>
        <CustomerPage id={id} />
      </RemindersCopyContext>
    </ImportCopyContext>
  );
}

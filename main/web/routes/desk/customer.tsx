import { lazy } from 'react';
import { CustomerPage } from '#app/desk/customers/customer.tsx';
import { ImportCopyContext, DeskSlotsContext } from '#app/desk/components/desk-context.ts';
import { preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import { importCopy } from './language.ts';

preloadCopy(deskLanguages, importCopy);

const slots = {
  Reminders: lazy(async () => ({
    default: (await import('#modules/reminders/desk/reminders-panel.tsx')).RemindersPanel,
  })),
};

export default function Customer({ id }: { id: string }) {
  const { importing } = useCopy(importCopy);
  return (
    <ImportCopyContext value={importing}>
      <DeskSlotsContext value={slots}>
        <CustomerPage id={id} />
      </DeskSlotsContext>
    </ImportCopyContext>
  );
}

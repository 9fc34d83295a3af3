import { CustomerPage } from '#app/features/desk/customer.tsx';
import { ImportCopyContext } from '#app/features/desk/desk-context.ts';
import { importing } from '#content/desk/import.ts';

export default function Customer({ id }: { id: string }) {
  return (
    <ImportCopyContext value={importing}>
      <CustomerPage id={id} />
    </ImportCopyContext>
  );
}

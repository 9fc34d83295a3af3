import { CustomerPage } from '#app/desk/customers/customer.tsx';
import { ImportCopyContext } from '#app/desk/components/desk-context.ts';
import { importing } from '#content/desk/fr/import.ts';

export default function Customer({ id }: { id: string }) {
  return (
    <ImportCopyContext value={importing}>
      <CustomerPage id={id} />
    </ImportCopyContext>
  );
}

import { Allowed } from '#app/desk/components/allowed.tsx';
import { ImportCopyContext } from '#app/desk/components/desk-context.ts';
import { ImportPage } from '#app/desk/import/import.tsx';
import { importing } from '#content/desk/fr/import.ts';

export default function ImportRoute() {
  return (
    <Allowed to={['records']}>
      <ImportCopyContext value={importing}>
        <ImportPage />
      </ImportCopyContext>
    </Allowed>
  );
}

import { Allowed } from '#app/features/desk/allowed.tsx';
import { ImportCopyContext } from '#app/features/desk/desk-context.ts';
import { ImportPage } from '#app/features/desk/import.tsx';
import { importing } from '#content/desk/import.ts';

export default function ImportRoute() {
  return (
    <Allowed to={['records']}>
      <ImportCopyContext value={importing}>
        <ImportPage />
      </ImportCopyContext>
    </Allowed>
  );
}

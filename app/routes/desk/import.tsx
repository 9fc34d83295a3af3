import { lazy, Suspense } from 'react';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { ImportCopyContext } from '#app/desk/components/desk-context.ts';
import { ImportPage } from '#app/desk/import/import.tsx';
import { importing } from '#content/desk/fr/import.ts';

// With its copy, when its tab is opened.
const Documents = lazy(async () => {
  const [{ DocumentImport }, { documents }] = await Promise.all([
    import('#app/desk/import/document-import.tsx'),
    import('#content/desk/fr/documents.ts'),
  ]);
  return { default: () => <DocumentImport copy={documents} /> };
});

export default function ImportRoute() {
  return (
    <Allowed to={['records']}>
      <ImportCopyContext value={importing}>
        <ImportPage
          documents={
            <Suspense fallback={null}>
              <Documents />
            </Suspense>
          }
        />
      </ImportCopyContext>
    </Allowed>
  );
}

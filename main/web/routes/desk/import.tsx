import { lazy, Suspense } from 'react';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { ImportCopyContext } from '#app/desk/components/desk-context.ts';
import { ImportPage } from '#app/desk/import/import.tsx';
import { preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import { importCopy } from './language.ts';

preloadCopy(deskLanguages, importCopy);

const Documents = lazy(() => import('#modules/invoicing/desk/documents-route.tsx'));

export default function ImportRoute() {
  const { importing } = useCopy(importCopy);
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

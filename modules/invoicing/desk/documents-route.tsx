import { DocumentImport } from './document-import.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const documentsCopy = copyPart(() => import('../copy/documents.fr.ts'), {
  en: () => import('../copy/documents.en.ts'),
});
preloadCopy(deskLanguages, documentsCopy);

/** Loaded by import.tsx, when its tab is opened. */
export default function Documents() {
  const { documents } = useCopy(documentsCopy);
  return <DocumentImport copy={documents} />;
}

import { Allowed } from '#app/desk/components/allowed.tsx';
import { Audit } from '#app/desk/audit/audit.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const auditCopy = copyPart(() => import('#content/desk/fr/administration.ts'), {
  en: () => import('#content/desk/en/administration.ts'),
});
preloadCopy(deskLanguages, auditCopy);

export default function AuditRoute() {
  const { audit } = useCopy(auditCopy);
  return (
    <Allowed to={['admin']}>
      <Audit copy={audit} />
    </Allowed>
  );
}

import { Allowed } from '#app/desk/components/allowed.tsx';
import { Audit } from '#app/desk/audit/audit.tsx';
import { audit } from '#content/desk/fr/administration.ts';

export default function AuditRoute() {
  return (
    <Allowed to={['admin']}>
      <Audit copy={audit} />
    </Allowed>
  );
}

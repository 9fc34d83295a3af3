import { Allowed } from '#app/features/desk/allowed.tsx';
import { Audit } from '#app/features/desk/audit.tsx';
import { audit } from '#content/desk/administration.ts';

export default function AuditRoute() {
  return (
    <Allowed to={['admin']}>
      <Audit copy={audit} />
    </Allowed>
  );
}

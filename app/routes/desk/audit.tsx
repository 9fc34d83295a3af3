import { Audit } from '#app/features/desk/audit.tsx';

export default function AuditRoute() {
  return <Audit />;
}

import { Allowed } from '#app/desk/components/allowed.tsx';
import { Health } from '#app/desk/health/health.tsx';
import { health } from '#content/desk/fr/health.ts';

export default function HealthRoute() {
  return (
    <Allowed to={['admin']}>
      <Health copy={health} />
    </Allowed>
  );
}

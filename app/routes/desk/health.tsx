import { Allowed } from '#app/features/desk/allowed.tsx';
import { Health } from '#app/features/desk/health.tsx';
import { health } from '#content/desk/administration.ts';

export default function HealthRoute() {
  return (
    <Allowed to={['admin']}>
      <Health copy={health} />
    </Allowed>
  );
}

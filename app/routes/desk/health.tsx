import { Health } from '#app/features/desk/health.tsx';

export default function HealthRoute() {
  return <Health />;
}

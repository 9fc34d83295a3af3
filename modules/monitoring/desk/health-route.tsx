import { Allowed } from '#app/desk/components/allowed.tsx';
import { Health } from '#app/desk/health/health.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const healthCopy = copyPart(() => import('#content/desk/fr/health.ts'), {
  en: () => import('#content/desk/en/health.ts'),
});
preloadCopy(deskLanguages, healthCopy);

export default function HealthRoute() {
  const { health } = useCopy(healthCopy);
  return (
    <Allowed to={['admin']}>
      <Health copy={health} />
    </Allowed>
  );
}

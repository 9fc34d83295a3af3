import { Allowed } from '#app/desk/components/allowed.tsx';
import { Health } from './health.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const healthCopy = copyPart(() => import('../copy/desk.fr.ts'), {
  en: () => import('../copy/desk.en.ts'),
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

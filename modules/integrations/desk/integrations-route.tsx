import { Allowed } from '#app/desk/components/allowed.tsx';
import { Integrations } from './integrations.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const integrationsCopy = copyPart(() => import('../copy/desk.fr.ts'), {
  en: () => import('../copy/desk.en.ts'),
});
preloadCopy(deskLanguages, integrationsCopy);

export default function IntegrationsRoute() {
  const { integrations } = useCopy(integrationsCopy);
  return (
    <Allowed to={['admin']}>
      <Integrations copy={integrations} />
    </Allowed>
  );
}

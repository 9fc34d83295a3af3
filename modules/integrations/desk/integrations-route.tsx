import { Allowed } from '#app/desk/components/allowed.tsx';
import { Integrations } from '#app/desk/integrations/integrations.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const integrationsCopy = copyPart(() => import('#content/desk/fr/integrations.ts'), {
  en: () => import('#content/desk/en/integrations.ts'),
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

import { Navigate } from 'react-router';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { paths, useDesk } from '#app/desk/components/desk-context.ts';
import { Newsletter } from './newsletter.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const newsletterCopy = copyPart(() => import('../copy/desk.fr.ts'), {
  en: () => import('../copy/desk.en.ts'),
});
preloadCopy(deskLanguages, newsletterCopy);

export default function NewsletterRoute() {
  const { me } = useDesk();
  const { newsletter } = useCopy(newsletterCopy);
  if (!me.hasLeads) return <Navigate to={paths.queue} replace />;
  return (
    <Allowed to={['support']}>
      <Newsletter copy={newsletter} />
    </Allowed>
  );
}

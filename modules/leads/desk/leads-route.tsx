import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { paths, useDesk } from '#app/desk/components/desk-context.ts';
import { Loading } from '#app/desk/components/desk-list.tsx';
import { LeadsCopyContext } from './lead-query.ts';
import { Leads } from './leads.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const leadsCopy = copyPart(() => import('../copy/desk.fr.ts'), {
  en: () => import('../copy/desk.en.ts'),
});
preloadCopy(deskLanguages, leadsCopy);

// One document for the inbox and for every lead: the inbox does not wait for the composer.
const Lead = lazy(() => import('./lead-route.tsx'));

export default function LeadsRoute() {
  const { leadId } = useParams();
  const { me } = useDesk();
  const { leads } = useCopy(leadsCopy);
  if (!me.hasLeads) return <Navigate to={paths.queue} replace />;
  return (
    <Allowed to={['support']}>
      <LeadsCopyContext value={leads}>
        {leadId === undefined ? (
          <Leads />
        ) : (
          <Suspense fallback={<Loading />}>
            <Lead key={leadId} id={leadId} />
          </Suspense>
        )}
      </LeadsCopyContext>
    </Allowed>
  );
}

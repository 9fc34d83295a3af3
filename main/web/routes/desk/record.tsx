import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { paths } from '#app/desk/components/desk-context.ts';
import { Loading } from '#app/desk/components/desk-list.tsx';
import { readingPermissions } from '#contract/staff.ts';

// Copy and screens of records are one chunk, loaded when the first record is opened.
const RecordPages = lazy(() => import('./record-pages.tsx'));
const NewInvoice = lazy(() => import('#modules/invoicing/desk/new-invoice-route.tsx'));

/** One module for the pages of all records. */
export default function RecordRoute() {
  const { recordId } = useParams();
  const [, , list] = useLocation().pathname.split('/');
  if (recordId === undefined) return <Navigate to={paths.customers} replace />;
  if (list === 'invoices' && recordId === 'new')
    return (
      <Allowed to={['records']}>
        <Suspense fallback={<Loading />}>
          <NewInvoice />
        </Suspense>
      </Allowed>
    );
  return (
    <Allowed to={readingPermissions}>
      <Suspense fallback={<Loading />}>
        <RecordPages list={list} id={recordId} />
      </Suspense>
    </Allowed>
  );
}

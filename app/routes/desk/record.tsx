import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { paths } from '#app/desk/components/desk-context.ts';
import { Loading } from '#app/desk/components/desk-list.tsx';
import { readingPermissions } from '#contract/staff.ts';

// Copy and screens of records are one chunk, loaded when the first record is opened.
const load = () => import('#app/desk/record-pages/record-pages.tsx');
const Invoice = lazy(async () => ({ default: (await load()).DeskInvoicePage }));
const Contract = lazy(async () => ({ default: (await load()).DeskContractPage }));
const License = lazy(async () => ({ default: (await load()).DeskLicensePage }));
const StatementOfAccount = lazy(async () => ({ default: (await load()).DeskStatementPage }));

/** One module for the pages of all records. */
export default function RecordRoute() {
  const { recordId } = useParams();
  const [, , list] = useLocation().pathname.split('/');
  if (recordId === undefined) return <Navigate to={paths.customers} replace />;
  return (
    <Allowed to={readingPermissions}>
      <Suspense fallback={<Loading />}>
        {list === 'invoices' && <Invoice key={recordId} id={recordId} />}
        {list === 'contracts' && <Contract key={recordId} id={recordId} />}
        {list === 'licenses' && <License key={recordId} id={recordId} />}
        {list === 'statements' && <StatementOfAccount key={recordId} customerId={recordId} />}
      </Suspense>
    </Allowed>
  );
}

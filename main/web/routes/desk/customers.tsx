import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { Customers } from '#app/desk/customers/customers.tsx';
import { Loading } from '#app/desk/components/desk-list.tsx';
import { readingPermissions } from '#contract/staff.ts';

// One document for the list and for every customer: the list does not wait for the much larger customer's page.
const Customer = lazy(() => import('./customer.tsx'));

export default function CustomersRoute() {
  const { customerId } = useParams();
  return (
    <Allowed to={readingPermissions}>
      {customerId === undefined ? (
        <Customers />
      ) : (
        <Suspense fallback={<Loading />}>
          <Customer key={customerId} id={customerId} />
        </Suspense>
      )}
    </Allowed>
  );
}

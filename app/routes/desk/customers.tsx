import { useParams } from 'react-router';
import { CustomerPage } from '#app/features/desk/customer.tsx';
import { Customers } from '#app/features/desk/customers.tsx';

export default function CustomersRoute() {
  const { customerId } = useParams();
  return customerId === undefined ? <Customers /> : <CustomerPage key={customerId} id={customerId} />;
}

import { BankAccounts } from '#app/desk/bank/bank-accounts.tsx';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { bank } from '#content/desk/fr/bank.ts';

export default function BankAccountsRoute() {
  return (
    <Allowed to={['admin']}>
      <BankAccounts copy={bank} />
    </Allowed>
  );
}

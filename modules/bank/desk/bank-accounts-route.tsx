import { Allowed } from '#app/desk/components/allowed.tsx';
import { BankAccounts } from './bank-accounts.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const bankCopy = copyPart(() => import('../copy/desk.fr.ts'), {
  en: () => import('../copy/desk.en.ts'),
});
preloadCopy(deskLanguages, bankCopy);

export default function BankAccountsRoute() {
  const { bank } = useCopy(bankCopy);
  return (
    <Allowed to={['admin']}>
      <BankAccounts copy={bank} />
    </Allowed>
  );
}

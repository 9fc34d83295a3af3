import { queryOptions, useQuery } from '@tanstack/react-query';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { BankCopy } from '../copy/portal.en.ts';
import type { BankAccount } from '../contract/bank-accounts.ts';
import { Iban } from './iban.tsx';
import { bankApi } from './bank-api.ts';

export const bankAccountsQuery = queryOptions({
  queryKey: ['bank-accounts'],
  queryFn: ({ signal }) => bankApi.portal['bank-accounts'].$get({}, { signal }),
});

/** Where to pay: the verified account, how to recognise it, and what came before it. */
export function BankDetails({ copy }: { copy: BankCopy }) {
  const query = useQuery(bankAccountsQuery);
  if (query.data === undefined) return <QueryState copy={copy.load} query={query} />;
  const { active, history } = query.data;
  const announced = history.find(({ state }) => state === 'announced');
  const former = history.filter(({ state }) => state === 'former');
  return (
    <div className="grid gap-5">
      {active === null ? <Notice variant="error">{copy.none}</Notice> : <Active account={active} copy={copy} />}
      {announced && <Announced account={announced} copy={copy} />}
      <p className="text-sm text-muted">
        {copy.warning}{' '}
        <a href="/verifier" className="text-azure underline underline-offset-4">
          {copy.verify}
        </a>
      </p>
      {former.length > 0 && <Former accounts={former} copy={copy} />}
    </div>
  );
}

type AccountProps = { account: BankAccount; copy: BankCopy };

type AccountFactsProps = AccountProps & {
  /** What a payment needs in addition, shown and copied. */
  payment?: readonly (readonly [label: string, shown: string, copied: string])[];
};

/** What a bank transfer to this account needs, with a button that copies each, and the words by which it is recognised. */
export function AccountFacts({ account: { iban, bic, holder, fingerprint }, copy, payment }: AccountFactsProps) {
  const facts = [
    [copy.iban, <Iban key="iban" iban={iban} />, iban],
    [copy.bic, bic, bic],
    [copy.holder, holder, holder],
    ...(payment ?? []),
  ] as const;
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm print:grid-cols-3 print:[&>:last-child]:col-span-full">
      {facts.map(
        ([label, shown, copied]) =>
          shown !== null &&
          copied !== null && (
            <Fact
              key={label}
              label={label}
              className="flex max-w-88 min-w-0 items-center justify-between gap-1 font-medium"
            >
              <bdi className="min-w-0 wrap-anywhere">{shown}</bdi>
              <CopyButton text={copied} label={copy.copy(label)} copiedLabel={copy.copied} />
            </Fact>
          ),
      )}
      {fingerprint !== null && (
        <Fact label={copy.fingerprint}>
          <bdi lang="fr" className="font-heading text-lg font-bold">
            {fingerprint}
          </bdi>
          <span className="mt-1 block text-xs text-muted">{copy.fingerprintHint}</span>
        </Fact>
      )}
    </dl>
  );
}

function Active({ account, copy }: AccountProps) {
  const formats = useFormats();
  return (
    <>
      <AccountFacts account={account} copy={copy} />
      {account.activeFrom !== null && (
        <p className="flex items-center gap-2 text-sm text-success">
          <Icon name="shield-check" className="size-4.5" />
          {copy.since(formats.momentDay(account.activeFrom))}
        </p>
      )}
    </>
  );
}

function Announced({ account: { iban, activeFrom }, copy: { announced } }: AccountProps) {
  const formats = useFormats();
  return (
    <Notice variant="info">
      <p className="font-semibold">{announced.title}</p>
      <p>{announced.text(iban)}</p>
      {activeFrom !== null && <p>{announced.from(formats.moment(activeFrom))}</p>}
    </Notice>
  );
}

function Former({ accounts, copy: { history } }: { accounts: BankAccount[]; copy: BankCopy }) {
  const formats = useFormats();
  return (
    <details className="text-sm print:hidden">
      <summary className="py-1 underline underline-offset-4">{history.title}</summary>
      <ul className="mt-2 grid gap-3">
        {accounts.map(({ id, iban, fingerprint, activeFrom, activeUntil }) => (
          <li key={id} className="grid gap-0.5">
            <Iban iban={iban} />
            <bdi lang="fr">{fingerprint}</bdi>
            {activeFrom !== null && activeUntil !== null && (
              <span className="text-muted">
                {history.during(formats.momentDay(activeFrom), formats.momentDay(activeUntil))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

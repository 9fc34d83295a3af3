import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { BankCopy } from '#content/portal/en/bank.ts';
import type { BankAccount } from '#contract/bank-accounts.ts';
import { formatIban } from '#contract/iban.ts';

export const bankAccountsQuery = queryOptions({
  queryKey: ['bank-accounts'],
  queryFn: ({ signal }) => api.portal['bank-accounts'].$get({}, { signal }),
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

function Active({ account: { iban, bic, holder, fingerprint, activeFrom }, copy }: AccountProps) {
  const formats = useFormats();
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
        <Fact label={copy.iban} isWide>
          <span className="flex items-center gap-1 font-mono text-lg font-semibold wrap-anywhere">
            {formatIban(iban)}
            <CopyButton text={iban} label={copy.copyIban} copiedLabel={copy.copied} />
          </span>
        </Fact>
        <Fact label={copy.holder}>
          <bdi>{holder}</bdi>
        </Fact>
        <Fact label={copy.bic}>
          <span className="flex items-center gap-1 font-mono">
            {bic}
            <CopyButton text={bic ?? ''} label={copy.copyBic} copiedLabel={copy.copied} />
          </span>
        </Fact>
        <Fact label={copy.fingerprint} isWide>
          <span lang="fr" className="font-heading text-lg font-bold">
            {fingerprint}
          </span>
          <span className="mt-1 block text-xs text-muted">{copy.fingerprintHint}</span>
        </Fact>
      </dl>
      {activeFrom !== null && (
        <p className="flex items-center gap-2 text-sm text-success">
          <Icon name="shield-check" className="size-4.5" />
          {copy.since(formats.momentDay(activeFrom))}
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
            <span className="font-mono wrap-anywhere">{formatIban(iban)}</span>
            <span lang="fr">{fingerprint}</span>
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

function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

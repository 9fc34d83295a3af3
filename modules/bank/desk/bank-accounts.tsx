import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Iban } from '../shared/iban.tsx';
import { EmptyState } from '#app/components/data-list/list-states.tsx';
import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { BankCopy } from '../copy/desk.fr.ts';
import type { BankAccountState, DeskBankAccount, DeskBankAccounts } from '../contract/bank-accounts.ts';
import { useTitle } from '#app/desk/components/desk-context.ts';
import { ListHeader } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { BankDialogs, type OpenDialog } from './bank-dialogs.tsx';
import { OtherIbans } from './other-ibans.tsx';
import { bankApi } from '../shared/bank-api.ts';

const variants: Record<BankAccountState, BadgeVariant> = {
  proposed: 'warning',
  blocked: 'destructive',
  waiting: 'warning',
  active: 'success',
  replaced: 'secondary',
  withdrawn: 'outline',
  rejected: 'outline',
};
const pendingStates: BankAccountState[] = ['proposed', 'blocked', 'waiting'];
const queryKey = ['desk', 'bank-accounts'];

export function BankAccounts({ copy }: { copy: BankCopy }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<OpenDialog>();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => bankApi.desk['bank-accounts'].$get({}, { signal }),
    refetchInterval: 60_000,
  });
  useTitle(copy.title);
  const save = (changed: DeskBankAccounts, title: string) => {
    client.setQueryData(queryKey, changed);
    toast({ source: 'bank', title });
  };
  const { data } = query;
  const items = data?.items ?? [];
  const active = items.find(({ state }) => state === 'active');
  const pending = items.filter(({ state }) => pendingStates.includes(state));
  const former = items.filter((account) => account !== active && !pending.includes(account));
  const shown = (account: DeskBankAccount) => (
    <Account key={account.id} account={account} copy={copy} isAlone={data?.admins === 1} onOpen={setOpen} />
  );
  return (
    <section className="grid gap-5">
      <ListHeader title={copy.title} description={copy.description}>
        {data && (
          <Button size="sm" onClick={() => setOpen({ kind: 'propose' })}>
            <Icon name="plus" className="size-4" />
            {copy.propose}
          </Button>
        )}
      </ListHeader>
      {data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <>
          {data.admins < 2 && <Notice variant="error">{copy.onlyOne}</Notice>}
          <OtherIbans items={data.otherIbans} copy={copy} onOpen={setOpen} />
          {pending.length > 0 && <Panel title={copy.pending}>{pending.map(shown)}</Panel>}
          <Panel
            title={copy.active.title}
            aside={
              <a href="/verifier" className="text-sm text-azure underline-offset-4 hover:underline">
                {copy.active.verify}
              </a>
            }
          >
            {active === undefined ? <EmptyState text={copy.active.none} /> : shown(active)}
          </Panel>
          <Panel title={copy.history}>
            {former.length === 0 ? (
              <EmptyState text={copy.noHistory} />
            ) : (
              <div className="divide-y divide-line">{former.map(shown)}</div>
            )}
          </Panel>
        </>
      )}
      {open && <BankDialogs open={open} copy={copy} onSaved={save} onOpen={setOpen} />}
    </section>
  );
}

type AccountProps = {
  account: DeskBankAccount;
  copy: BankCopy;
  isAlone: boolean;
  onOpen: (dialog: OpenDialog) => void;
};

function Account({ account, copy, isAlone, onOpen }: AccountProps) {
  const { iban, bic, holder, fingerprint, state, isOwnProposal } = account;
  const isPending = pendingStates.includes(state);
  return (
    <article className="grid gap-4 px-5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="flex min-w-0 items-center gap-1 font-heading text-[1.125rem] font-bold sm:text-lg">
          <Iban iban={iban} />
          <CopyButton text={iban} label={copy.copy} copiedLabel={copy.copied} />
        </p>
        <Badge variant={variants[state]}>{copy.states[state]}</Badge>
      </div>
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-3">
        <Fact label={copy.holder}>
          <bdi>{holder}</bdi>
        </Fact>
        <Fact label={copy.bic}>{bic}</Fact>
        <Fact label={copy.fingerprint}>
          <span lang="fr" className="font-semibold">
            {fingerprint}
          </span>
        </Fact>
      </dl>
      <Steps account={account} copy={copy} />
      <Alarms account={account} copy={copy} onOpen={onOpen} />
      {isPending && isOwnProposal && state !== 'waiting' && !isAlone && (
        <p className="text-sm text-muted">{copy.own}</p>
      )}
      {(isPending || state === 'active' || state === 'replaced') && (
        <p className="flex flex-wrap gap-3">
          {state === 'proposed' && !isOwnProposal && (
            <Button size="sm" onClick={() => onOpen({ kind: 'approve', id: account.id })}>
              {copy.approve}
            </Button>
          )}
          <Button
            size="sm"
            variant={state === 'active' ? 'danger-outline' : 'secondary'}
            onClick={() => onOpen({ kind: account.approvedAt === null ? 'reject' : 'withdraw', id: account.id })}
          >
            {account.approvedAt === null ? copy.reject : copy.withdraw}
          </Button>
        </p>
      )}
    </article>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

/** Who did what, in order. */
function Steps({ account, copy }: Pick<AccountProps, 'account' | 'copy'>) {
  const { moment, plural } = useFormats();
  const { proposedBy, proposedAt, approvedBy, approvedAt, activeFrom, activeUntil, endedBy, endedAt, endReason } =
    account;
  const steps = [
    copy.proposedBy(proposedBy ?? copy.unknown, moment(proposedAt)),
    approvedAt !== null && copy.approvedBy(approvedBy ?? copy.unknown, moment(approvedAt)),
    account.state === 'waiting' && activeFrom !== null && copy.activeFrom(moment(activeFrom)),
    account.state === 'active' && activeFrom !== null && copy.active.since(moment(activeFrom)),
    activeFrom !== null && activeUntil !== null && copy.activeDuring(moment(activeFrom), moment(activeUntil)),
    endedAt !== null && copy.endedBy(endedBy ?? copy.unknown, moment(endedAt), endReason ?? ''),
    account.told > 0 && plural(account.told, copy.told),
  ];
  return (
    <ul className="grid gap-1 text-sm text-muted">
      {steps.map((step) => step !== false && <li key={step}>{step}</li>)}
    </ul>
  );
}

function Alarms({ account, copy: { alarms, unknown }, onOpen }: Pick<AccountProps, 'account' | 'copy' | 'onOpen'>) {
  const { moment } = useFormats();
  if (account.alarms.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-sans text-sm font-semibold">{alarms.title}</h3>
      <ul className="grid gap-2">
        {account.alarms.map(({ id, email, customers, raisedAt, dismissedAt, dismissedBy, dismissReason }) => (
          <li
            key={id}
            className={`flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm ${dismissedAt === null ? 'bg-danger-tint text-danger' : 'bg-tint'}`}
          >
            <span className="grid min-w-0 gap-1 wrap-anywhere">
              <span>
                {alarms.raised(email ?? alarms.deleted, moment(raisedAt))}
                {customers !== null && ` (${customers})`}
              </span>
              {dismissedAt !== null && (
                <span>{alarms.dismissed(dismissedBy ?? unknown, moment(dismissedAt), dismissReason ?? '')}</span>
              )}
              {dismissedAt === null && account.isOwnProposal && <span>{alarms.own}</span>}
            </span>
            {dismissedAt === null && !account.isOwnProposal && account.endedAt === null && (
              <Button size="sm" variant="secondary" onClick={() => onOpen({ kind: 'dismiss', id })}>
                {alarms.dismiss}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

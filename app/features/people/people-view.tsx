import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useContext, useRef, useState } from 'react';
import { ConfirmationProvider, useAccountMutation } from '#app/components/account/account-section.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { api } from '#app/lib/api-client.ts';
import { ReadOnlyContext, useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { usePreloaded } from '#app/lib/use-preloaded.ts';
import type { Membership } from '#contract/auth.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { usePeopleCopy } from './people-copy.ts';
import { headerOf, type Invitation, type Member, peopleKey, peopleQuery } from './people-query.ts';

const loadDialogs = () => import('./people-dialogs.tsx');

type PeopleViewProps = {
  customer: Membership;
  onSignedOut: () => void;
  onOwnRolesChanged: () => void;
  /** The user has removed their own access. */
  onLeft: () => void;
  children: ReactNode;
};

/** Who may see the records of a customer; for its owners. */
export function PeopleView({ customer, onSignedOut, onOwnRolesChanged, onLeft, children }: PeopleViewProps) {
  const { people: copy } = usePeopleCopy();
  const query = useQuery(peopleQuery);
  const { data } = query;
  const isReadOnly = useContext(ReadOnlyContext);
  const [dialogs, whenLoaded] = usePreloaded(loadDialogs);
  const [dialog, setDialog] = useState<'invite' | { kind: 'roles' | 'remove'; member: Member }>();
  const trigger = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (next: typeof dialog) => {
    trigger.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    return whenLoaded(() => setDialog(next));
  };
  const dialogProps = {
    customer,
    onClose: () => setDialog(undefined),
    returnTo: () => trigger.current ?? heading.current,
  };
  return (
    <ConfirmationProvider description={copy.confirmation} onSignedOut={onSignedOut}>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start xl:*:first:col-span-full">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="min-w-0">
            <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
              {copy.title}
            </h2>
            <p className="mt-1 text-sm text-muted">
              <Parts of={copy.description(<bdi className="wrap-anywhere">{customer.name}</bdi>)} />
            </p>
          </div>
          {!isReadOnly && (
            <Button size="sm" onClick={() => void show('invite')} className="max-sm:w-full">
              <Icon name="plus" className="size-4" />
              {copy.invite.title}
            </Button>
          )}
        </div>
        {data === undefined ? (
          <QueryState copy={copy.load} query={query} isFramed />
        ) : (
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <MemberList members={data.members} onOpen={(kind, member) => void show({ kind, member })} />
            <InvitationList customer={customer} invitations={data.invitations} />
          </div>
        )}
        {children}
      </div>
      {dialogs && dialog === 'invite' && <dialogs.InviteDialog {...dialogProps} />}
      {dialogs && typeof dialog === 'object' && dialog.kind === 'roles' && (
        <dialogs.RolesDialog
          member={dialog.member}
          onChanged={() => dialog.member.isYou && onOwnRolesChanged()}
          {...dialogProps}
        />
      )}
      {dialogs && typeof dialog === 'object' && dialog.kind === 'remove' && (
        <dialogs.RemoveDialog
          member={dialog.member}
          onRemoved={() => {
            // Its row is about to disappear.
            trigger.current = null;
            if (dialog.member.isYou) onLeft();
          }}
          {...dialogProps}
        />
      )}
    </ConfirmationProvider>
  );
}

type ListProps = { title: string; titleRef?: RefObject<HTMLHeadingElement | null>; count: number; children: ReactNode };

/** One frame with rows; a card for each person on a phone. */
function PeopleList({ title, titleRef, count, children }: ListProps) {
  return (
    <section className="min-w-0 md:md:border md:border-line md:bg-surface">
      <h3
        ref={titleRef}
        tabIndex={-1}
        className="mb-3 flex items-baseline gap-2 font-sans text-base font-semibold tracking-normal outline-none md:mb-0 md:border-b md:border-line md:px-5 md:py-4"
      >
        {title}
        <span className="text-sm font-normal text-muted tabular-nums">{count}</span>
      </h3>
      {children}
    </section>
  );
}

const listClass = 'grid gap-3 md:gap-0 md:divide-y md:divide-line';

type RowProps = {
  email: string;
  name?: string;
  badge?: ReactNode;
  note: ReactNode;
  roles: CustomerRole[];
  children: ReactNode;
};

function PersonRow({ email, name = email, badge, note, roles, children }: RowProps) {
  const { people: copy, roles: roleCopy } = usePeopleCopy();
  const isReadOnly = useContext(ReadOnlyContext);
  return (
    <li className="grid items-center gap-x-5 gap-y-3 max-md:max-md:border max-md:border-line max-md:bg-surface max-md:p-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5 md:py-3.5 lg:grid-cols-[minmax(0,1fr)_9.5rem_15.5rem]">
      <div className="flex min-w-0 items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-10 shrink-0 place-items-center rounded-full bg-tint font-heading font-bold text-azure uppercase"
        >
          {name.charAt(0)}
        </span>
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            {badge}
          </p>
          {name !== email && (
            <p className="mt-0.5 text-sm wrap-anywhere">
              <bdi>{email}</bdi>
            </p>
          )}
          <p className="mt-0.5 text-xs text-muted">{note}</p>
        </div>
      </div>
      <ul
        aria-label={copy.rolesOf(email)}
        className="flex flex-wrap gap-1.5 max-lg:-mt-1.5 max-lg:ps-13 md:max-lg:row-start-2"
      >
        {roles.map((role) => (
          <li key={role} className="flex">
            <Badge variant={role === 'owner' ? 'default' : 'secondary'}>{roleCopy[role].label}</Badge>
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2 max-md:ps-13 md:justify-end md:max-lg:row-span-2 md:max-lg:max-w-60">
          {children}
        </div>
      )}
    </li>
  );
}

const isOwner = ({ roles }: Member) => roles.includes('owner');

type MemberListProps = { members: Member[]; onOpen: (kind: 'roles' | 'remove', member: Member) => void };

function MemberList({ members, onOpen }: MemberListProps) {
  const { members: copy } = usePeopleCopy().people;
  const formats = useFormats();
  const youFirst = [...members.filter(({ isYou }) => isYou), ...members.filter(({ isYou }) => !isYou)];
  const owners = members.filter(isOwner).length;
  return (
    <PeopleList title={copy.title} count={members.length}>
      <ul className={listClass}>
        {youFirst.map((member) => (
          <PersonRow
            key={member.userId}
            email={member.email}
            name={member.name}
            badge={member.isYou && <Badge variant="success">{copy.you}</Badge>}
            note={
              member.lastSignedInAt === null
                ? copy.neverSignedIn
                : copy.lastSignedIn(formats.momentDay(member.lastSignedInAt))
            }
            roles={member.roles}
          >
            {isOwner(member) && owners === 1 ? (
              <p className="text-xs text-muted md:text-end">{copy.onlyOwner}</p>
            ) : (
              <>
                <Button variant="secondary" size="sm" onClick={() => onOpen('roles', member)}>
                  {copy.changeRoles}
                  <span className="sr-only">{copy.changeRolesOf(member.email)}</span>
                </Button>
                <Button variant="secondary" size="sm" onClick={() => onOpen('remove', member)}>
                  {member.isYou ? copy.leave : copy.remove}
                  <span className="sr-only">{member.isYou ? copy.leaveWhat : copy.removeWhom(member.email)}</span>
                </Button>
              </>
            )}
          </PersonRow>
        ))}
      </ul>
    </PeopleList>
  );
}

function InvitationList({ customer, invitations }: { customer: Membership; invitations: Invitation[] }) {
  const { invitations: copy } = usePeopleCopy().people;
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const formats = useFormats();
  const title = useRef<HTMLHeadingElement>(null);
  const resend = ({ id, email }: Invitation) =>
    run(async () => {
      await api.portal.people['resend-invitation'].$post({ json: { id }, header: headerOf(customer) });
      toast({ source: 'people', title: copy.resent.title, description: copy.resent.description(email) });
    });
  const withdraw = ({ id, email }: Invitation) =>
    run(async () => {
      await api.portal.people['withdraw-invitation'].$post({ json: { id }, header: headerOf(customer) });
      // Its row is about to disappear.
      title.current?.focus();
      toast({ source: 'people', title: copy.withdrawn.title, description: copy.withdrawn.description(email) });
    });
  return (
    <PeopleList title={copy.title} titleRef={title} count={invitations.length}>
      <div className="md:px-5 md:not-empty:py-3 md:has-[[role=alert]:empty]:py-0">
        <FormError message={errorMessage} />
      </div>
      {invitations.length === 0 ? (
        <p className="text-sm text-muted max-md:max-md:border max-md:border-line max-md:bg-surface max-md:p-4 md:px-5 md:py-5">
          {copy.none}
        </p>
      ) : (
        <ul className={listClass}>
          {invitations.map((invitation) => (
            <PersonRow
              key={invitation.id}
              email={invitation.email}
              badge={invitation.isExpired && <Badge variant="warning">{copy.expired}</Badge>}
              note={(invitation.isExpired ? copy.sentAndExpired : copy.sentAndExpires)(
                formats.momentDay(invitation.createdAt),
                formats.momentDay(invitation.expiresAt),
              )}
              roles={invitation.roles}
            >
              <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void resend(invitation)}>
                {copy.resend}
                <span className="sr-only">{copy.resendTo(invitation.email)}</span>
              </Button>
              <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void withdraw(invitation)}>
                {copy.withdraw}
                <span className="sr-only">{copy.withdrawOf(invitation.email)}</span>
              </Button>
            </PersonRow>
          ))}
        </ul>
      )}
    </PeopleList>
  );
}

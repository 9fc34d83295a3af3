import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { languageNames } from '#app/components/layout/language-switch.tsx';
import { portalOffer } from '#app/lib/language.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { dayOf, type Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { textOf } from '#app/lib/form-text.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { DeskPeople } from '#contract/desk-people.ts';
import { type Language, languages } from '#contract/languages.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextArea, DeskTextField, emailField, reasonField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { RowAction } from '#app/desk/components/desk-parts.tsx';
import { allRows, ListActions, type PaperColumn, paperColumn } from '#app/desk/components/list-actions.tsx';
import { ConfirmDialog, RolesDialog } from './people-dialogs.tsx';
import { initialsOf } from '#app/desk/components/ticket-cells.tsx';

type Member = DeskPeople['members'][number];
type Invitation = DeskPeople['invitations'][number];
type Open =
  | { kind: 'invite'; next?: never }
  | { kind: 'roles' | 'remove' | 'factors' | 'confirm'; member: Member; reason?: string; next?: Open };

export function People({ customerId }: { customerId: string }) {
  const { copy } = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  // One at a time: an invitation that is sent again while it is withdrawn would come back.
  const { isBusy, attempt } = useAttempt('people');
  const query = useQuery({
    queryKey: ['desk', 'people', customerId],
    queryFn: ({ signal }) => api.desk.people.$get({ query: { customerId } }, { signal }),
  });
  const done = async (title: string) => {
    await client.invalidateQueries({ queryKey: ['desk', 'people', customerId] });
    void client.invalidateQueries({ queryKey: ['desk', 'customer', customerId] });
    toast({ source: 'people', title });
  };
  const invite = async (email: string, roles: CustomerRole[], language?: Language) => {
    await api.desk.people.invite.$post({ json: { customerId, email, roles, language } });
    await done(copy.people.invited(email));
  };
  const withdraw = ({ id, email }: Invitation) =>
    attempt(async () => {
      await api.desk.people['withdraw-invitation'].$post({ json: { customerId, id } });
      await done(copy.people.withdrawn(email));
    });
  const removeFactors = async ({ userId, email }: Member, reason: string) => {
    await api.desk.people['remove-factors'].$post({ json: { customerId, userId, reason } });
    await done(copy.people.factorsRemoved(email));
  };
  // A dialog that needs another one names it: it opens when this one has closed and returned the focus.
  const close = () => setOpen((current) => current?.next);

  if (query.data === undefined) return <LoadState query={query} isFramed />;
  const { members, invitations } = query.data;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{copy.people.title}</h2>
        <div className="flex flex-wrap gap-2 print:hidden">
          <ListActions
            list="people"
            title={copy.people.title}
            count={copy.people.count}
            columns={paperColumnsOf(copy.people, formats)}
            rows={allRows([...members, ...invitations])}
            customerId={customerId}
          />
          <Button size="sm" onClick={() => setOpen({ kind: 'invite' })}>
            <Icon name="plus" className="size-4" />
            {copy.people.invite}
          </Button>
        </div>
      </div>
      {members.length === 0 ? (
        <p className="records-frame px-6 py-12 text-center text-sm text-muted">{copy.people.none}</p>
      ) : (
        <ul className="records-frame divide-y divide-line">
          {members.map((member) => (
            <Person
              key={member.userId}
              email={member.email}
              name={member.name}
              roles={member.roles}
              detail={[
                copy.people.since(formats.momentDay(member.createdAt)),
                member.lastSignedInAt === null
                  ? copy.people.neverSignedIn
                  : copy.people.lastSignIn(formats.momentDay(member.lastSignedInAt)),
              ].join(' · ')}
              badges={
                <>
                  {member.isLocked && <Badge variant="destructive">{copy.people.locked}</Badge>}
                  <Badge variant={member.hasSecondFactor ? 'success' : 'outline'}>
                    {member.hasSecondFactor ? copy.people.secondFactor : copy.people.noSecondFactor}
                  </Badge>
                </>
              }
            >
              <RowAction of={member.email} onClick={() => setOpen({ kind: 'roles', member })}>
                {copy.people.changeRoles}
              </RowAction>
              {member.hasSecondFactor && (
                <RowAction of={member.email} onClick={() => setOpen({ kind: 'factors', member })}>
                  {copy.people.factors}
                </RowAction>
              )}
              <RowAction of={member.email} onClick={() => setOpen({ kind: 'remove', member })}>
                {copy.people.remove}
              </RowAction>
            </Person>
          ))}
        </ul>
      )}
      {invitations.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-lg">{copy.people.invitations}</h3>
          <ul className="records-frame divide-y divide-line">
            {invitations.map((invitation) => (
              <Person
                key={invitation.id}
                email={invitation.email}
                roles={invitation.roles}
                detail={(invitation.isExpired ? copy.people.expired : copy.people.expires)(
                  formats.momentDay(invitation.expiresAt),
                )}
              >
                <RowAction
                  of={invitation.email}
                  isBusy={isBusy}
                  onClick={() => void attempt(() => invite(invitation.email, invitation.roles))}
                >
                  {copy.people.again}
                </RowAction>
                <RowAction of={invitation.email} isBusy={isBusy} onClick={() => void withdraw(invitation)}>
                  {copy.people.withdraw}
                </RowAction>
              </Person>
            ))}
          </ul>
        </section>
      )}
      {open?.kind === 'invite' && (
        <RolesDialog
          {...copy.people.inviteDialog}
          // Somebody must be able to invite the others.
          roles={members.length + invitations.length === 0 ? ['owner'] : ['requester']}
          onSave={(form, roles) =>
            invite(
              textOf(form, 'email'),
              roles,
              languages.find((one) => one === textOf(form, 'language')),
            )
          }
          onClose={close}
        >
          <DeskTextField {...copy.people.email} {...emailField} required />
          <DeskSelect
            {...copy.people.language}
            name="language"
            options={languages
              .filter((one) => portalOffer.includes(one))
              .map((value) => ({ value, label: languageNames[value] }))}
            defaultValue="fr"
          />
        </RolesDialog>
      )}
      {open?.kind === 'roles' && (
        <RolesDialog
          {...copy.people.rolesDialog}
          title={copy.people.rolesDialog.title(open.member.email)}
          roles={open.member.roles}
          onSave={async (_form, roles) => {
            const { userId, email } = open.member;
            await api.desk.people['change-roles'].$post({ json: { customerId, userId, roles } });
            await done(copy.people.rolesChanged(email));
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && (
        <FormDialog
          {...copy.people.removeDialog}
          title={copy.people.removeDialog.title(open.member.email)}
          variant="danger"
          onSubmit={async () => {
            const { userId, email } = open.member;
            await api.desk.people.remove.$post({ json: { customerId, userId } });
            await done(copy.people.removed(email));
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'factors' && (
        <FormDialog
          {...copy.people.factorsDialog}
          title={copy.people.factorsDialog.title(open.member.email)}
          variant="danger"
          onSubmit={async (form) => {
            const reason = textOf(form, 'reason');
            await removeFactors(open.member, reason).catch((error: unknown) => {
              if (!isApiError(error, 'confirmation_required')) throw error;
              const next: Open = { kind: 'confirm', member: open.member, reason };
              // Unless it was closed meanwhile.
              setOpen((current) => (current === open ? { ...open, next } : current));
            });
          }}
          onClose={close}
        >
          <DeskTextArea {...copy.records.reason} {...reasonField} rows={3} />
        </FormDialog>
      )}
      {open?.kind === 'confirm' && (
        <ConfirmDialog onConfirmed={() => removeFactors(open.member, open.reason ?? '')} onClose={close} />
      )}
    </div>
  );
}

/** Members and invitations on paper and in a file. */
function paperColumnsOf(copy: DeskCopy['people'], formats: Formats): PaperColumn<Member | Invitation>[] {
  const { states, columns: labels } = copy;
  const lastSignIn = (person: Member | Invitation) => ('lastSignedInAt' in person ? person.lastSignedInAt : null);
  const stateOf = (person: Member | Invitation) => {
    if ('isExpired' in person) return person.isExpired ? states.expired : states.invited;
    return person.isLocked ? copy.locked : states.member;
  };
  return [
    paperColumn(copy.email.label, 30, (person) => person.email),
    paperColumn(copy.roles, 22, (person) => person.roles.map((role) => copy.role[role].label).join(', ')),
    paperColumn(labels.state, 16, stateOf),
    paperColumn(copy.secondFactor, 10, (person) =>
      'hasSecondFactor' in person ? (person.hasSecondFactor ? states.yes : states.no) : '',
    ),
    paperColumn(labels.since, 11, ({ createdAt }) => formats.momentDay(createdAt), {
      csv: ({ createdAt }) => dayOf(new Date(createdAt)),
    }),
    paperColumn(labels.lastSignIn, 11, (person) => {
      const moment = lastSignIn(person);
      return moment === null ? '' : formats.moment(moment);
    }),
  ];
}

type PersonProps = {
  email: string;
  name?: string;
  roles: readonly CustomerRole[];
  detail: string;
  badges?: ReactNode;
  children: ReactNode;
};

function Person({ email, name = email, roles, detail, badges, children }: PersonProps) {
  const { copy } = useDesk();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 text-sm max-sm:px-4">
      <span aria-hidden="true" className="initials">
        {initialsOf(name)}
      </span>
      <div className="grid min-w-0 grow basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
          {badges}
        </p>
        {name !== email && <p className="wrap-anywhere">{email}</p>}
        <p>{roles.map((role) => copy.people.role[role].label).join(', ')}</p>
        <p className="text-xs text-muted">{detail}</p>
      </div>
      <div className="-mx-2 flex flex-wrap">{children}</div>
    </li>
  );
}

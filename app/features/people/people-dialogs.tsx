import { type FormEvent, useId, useRef, useState } from 'react';
import { useAccountMutation } from '#app/components/account/account-section.tsx';
import { browserLanguage, languageOptions } from '#app/components/account/mail-language.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Checkbox, SelectField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { useCommonCopy } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { PeopleCopy } from '#content/portal/en/people.ts';
import type { Membership } from '#contract/auth.ts';
import { languages } from '#contract/languages.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import { usePeopleCopy } from './people-copy.ts';
import { headerOf, type Member, peopleKey } from './people-query.ts';

type DialogProps = { customer: Membership; onClose: () => void; returnTo: () => HTMLElement | null };

const onOpenChange = (onClose: () => void) => (isOpen: boolean) => {
  if (!isOpen) onClose();
};

type RoleFieldsProps = {
  legend: string;
  roles: CustomerRole[];
  onChange: (roles: CustomerRole[]) => void;
  error: string | undefined;
};

/** An owner sees everything: the other roles are then included. */
function RoleFields({ legend, roles, onChange, error }: RoleFieldsProps) {
  const { roles: roleCopy } = usePeopleCopy();
  const id = useId();
  const isOwner = roles.includes('owner');
  const toggle = (role: CustomerRole) =>
    onChange(roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role]);
  return (
    <fieldset className="min-w-0" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid gap-2">
        {customerRoles.map((role) => (
          <label
            key={role}
            htmlFor={`${id}-${role}-box`}
            className="flex cursor-pointer gap-3 rounded-md border border-line-strong px-3.5 py-2.5 has-checked:border-azure has-checked:bg-tint has-disabled:cursor-default"
          >
            <Checkbox
              id={`${id}-${role}-box`}
              name="roles"
              value={role}
              aria-labelledby={`${id}-${role}`}
              aria-describedby={`${id}-${role}-sees`}
              aria-invalid={error ? true : undefined}
              checked={isOwner || roles.includes(role)}
              disabled={isOwner && role !== 'owner'}
              onChange={() => toggle(role)}
              className="mt-0.5"
            />
            <span className="min-w-0">
              <span id={`${id}-${role}`} className="block text-sm font-semibold">
                {roleCopy[role].label}
              </span>
              <span id={`${id}-${role}-sees`} className="block text-sm text-muted">
                {roleCopy[role].description}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm text-danger">
          <Icon name="circle-alert" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Without those that the owner role includes. */
const sentRoles = (roles: CustomerRole[]): CustomerRole[] => (roles.includes('owner') ? ['owner'] : roles);
const focusFirst = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

type Errors = { email?: string; roles?: string };

function findErrors(email: HTMLInputElement | null, roles: CustomerRole[], { invite, noRole }: PeopleCopy): Errors {
  const isMissing = email !== null && email.value.trim() === '';
  return {
    ...(isMissing && { email: invite.noEmail }),
    ...(!isMissing && email?.validity.valid === false && { email: invite.invalidEmail }),
    ...(roles.length === 0 && { roles: noRole }),
  };
}

export function InviteDialog({ customer, onClose, returnTo }: DialogProps) {
  const { people: copy } = usePeopleCopy();
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<CustomerRole[]>([]);
  const [language, setLanguage] = useState(browserLanguage);
  const [errors, setErrors] = useState<Errors>({});
  const input = useRef<HTMLInputElement>(null);
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findErrors(input.current, roles, copy);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return focusFirst(event.currentTarget, first);
    void run(async () => {
      const json = { email: email.trim(), roles: sentRoles(roles), language };
      await api.portal.people.invite.$post({ json, header: headerOf(customer) });
      onClose();
      const { title, description } = copy.invite.sent;
      toast({ source: 'people', title, description: description(email.trim()) });
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange(onClose)}
      returnTo={returnTo}
      title={copy.invite.title}
      description={copy.invite.description(customer.name)}
    >
      <form noValidate method="post" onSubmit={submit} className="mt-5 grid gap-5">
        <TextField
          ref={input}
          label={copy.invite.email}
          type="email"
          name="email"
          autoComplete="off"
          required
          value={email}
          error={errors.email}
          onChange={({ target }) => {
            setEmail(target.value);
            setErrors(({ roles: rest }) => (rest === undefined ? {} : { roles: rest }));
          }}
        />
        <SelectField
          label={copy.invite.language}
          hint={copy.invite.languageHint}
          name="language"
          options={languageOptions}
          value={language}
          onChange={({ target }) => setLanguage(languages.find((one) => one === target.value) ?? language)}
        />
        <RoleFields
          legend={copy.roles}
          roles={roles}
          error={errors.roles}
          onChange={(next) => {
            setRoles(next);
            setErrors(({ email: rest }) => (rest === undefined ? {} : { email: rest }));
          }}
        />
        <FormError message={errorMessage} />
        <Buttons isBusy={isBusy} label={copy.invite.submit} busyLabel={copy.invite.busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type RolesDialogProps = DialogProps & { member: Member; onChanged: () => void };

export function RolesDialog({ member, customer, onChanged, onClose, returnTo }: RolesDialogProps) {
  const { people: copy } = usePeopleCopy();
  const [roles, setRoles] = useState(member.roles);
  const [error, setError] = useState<string>();
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(roles.length === 0 ? copy.noRole : undefined);
    if (roles.length === 0) return focusFirst(event.currentTarget, 'roles');
    void run(async () => {
      const json = { userId: member.userId, roles: sentRoles(roles) };
      await api.portal.people['change-roles'].$post({ json, header: headerOf(customer) });
      onClose();
      const { title, description } = copy.change.done;
      toast({ source: 'people', title, description: description(member.email) });
      onChanged();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange(onClose)}
      returnTo={returnTo}
      title={copy.change.title}
      description={member.isYou ? copy.change.yours : member.email}
    >
      <form noValidate method="post" onSubmit={submit} className="mt-5 grid gap-5">
        <RoleFields
          legend={copy.roles}
          roles={roles}
          error={error}
          onChange={(next) => {
            setRoles(next);
            setError(undefined);
          }}
        />
        {member.isYou && !roles.includes('owner') && (
          <p className="text-sm text-muted">{copy.change.onlyOwnerGivesBack}</p>
        )}
        <FormError message={errorMessage} />
        <Buttons isBusy={isBusy} label={copy.change.submit} busyLabel={copy.change.busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type RemoveDialogProps = DialogProps & { member: Member; onRemoved: () => void };

export function RemoveDialog({ member, customer, onRemoved, onClose, returnTo }: RemoveDialogProps) {
  const { remove: copy } = usePeopleCopy().people;
  const { email, userId, isYou } = member;
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const remove = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await api.portal.people.remove.$post({ json: { userId }, header: headerOf(customer) });
      onRemoved();
      onClose();
      // Users who leave are told once the portal has left the customer too.
      if (!isYou) toast({ source: 'people', title: copy.done.title, description: copy.done.description(email) });
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange(onClose)}
      returnTo={returnTo}
      title={isYou ? copy.leaveTitle(customer.name) : copy.title(email)}
      description={isYou ? copy.leaveDescription : copy.description(customer.name)}
    >
      <form method="post" onSubmit={remove} className="mt-5 grid gap-5">
        <FormError message={errorMessage} />
        <Buttons
          isBusy={isBusy}
          label={isYou ? copy.leaveSubmit : copy.submit}
          busyLabel={copy.busy}
          variant="danger"
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

type ButtonsProps = {
  isBusy: boolean;
  label: string;
  busyLabel: string;
  variant?: 'primary' | 'danger';
  onCancel: () => void;
};

function Buttons({ isBusy, label, busyLabel, variant = 'primary', onCancel }: ButtonsProps) {
  const { cancel } = useCommonCopy();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" variant={variant} disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
    </div>
  );
}

import { type FormEvent, useId, useRef, useState } from 'react';
import { useAccountMutation } from '#app/components/account/account-section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Checkbox, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { roleCopy } from '#app/lib/roles.ts';
import { toast } from '#app/lib/toast.ts';
import type { Membership } from '#contract/auth.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
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

const noRole = 'Please choose at least one role.';
/** Without those that the owner role includes. */
const sentRoles = (roles: CustomerRole[]): CustomerRole[] => (roles.includes('owner') ? ['owner'] : roles);
const focusFirst = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

type Errors = { email?: string; roles?: string };

function findErrors(email: HTMLInputElement | null, roles: CustomerRole[]): Errors {
  const isMissing = email !== null && email.value.trim() === '';
  return {
    ...(isMissing && { email: 'Please enter an email address.' }),
    ...(!isMissing && email?.validity.valid === false && { email: 'Please enter a valid email address.' }),
    ...(roles.length === 0 && { roles: noRole }),
  };
}

export function InviteDialog({ customer, onClose, returnTo }: DialogProps) {
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<CustomerRole[]>([]);
  const [errors, setErrors] = useState<Errors>({});
  const input = useRef<HTMLInputElement>(null);
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findErrors(input.current, roles);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return focusFirst(event.currentTarget, first);
    void run(async () => {
      const json = { email: email.trim(), roles: sentRoles(roles) };
      await api.portal.people.invite.$post({ json, header: headerOf(customer) });
      onClose();
      toast({ source: 'people', title: 'Invitation sent', description: `A link is on its way to ${email.trim()}.` });
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange(onClose)}
      returnTo={returnTo}
      title="Invite a colleague"
      description={`They get a link by mail, and access to ${customer.name} when they accept.`}
    >
      <form noValidate method="post" onSubmit={submit} className="mt-5 grid gap-5">
        <TextField
          ref={input}
          label="Email address"
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
        <RoleFields
          legend="Roles"
          roles={roles}
          error={errors.roles}
          onChange={(next) => {
            setRoles(next);
            setErrors(({ email: rest }) => (rest === undefined ? {} : { email: rest }));
          }}
        />
        <FormError message={errorMessage} />
        <Buttons isBusy={isBusy} label="Send invitation" busyLabel="Sending..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type RolesDialogProps = DialogProps & { member: Member; onChanged: () => void };

export function RolesDialog({ member, customer, onChanged, onClose, returnTo }: RolesDialogProps) {
  const [roles, setRoles] = useState(member.roles);
  const [error, setError] = useState<string>();
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(roles.length === 0 ? noRole : undefined);
    if (roles.length === 0) return focusFirst(event.currentTarget, 'roles');
    void run(async () => {
      const json = { userId: member.userId, roles: sentRoles(roles) };
      await api.portal.people['change-roles'].$post({ json, header: headerOf(customer) });
      onClose();
      toast({ source: 'people', title: 'Roles changed', description: `For ${member.email}, from now on.` });
      onChanged();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange(onClose)}
      returnTo={returnTo}
      title="Change roles"
      description={member.isYou ? 'Your own roles.' : member.email}
    >
      <form noValidate method="post" onSubmit={submit} className="mt-5 grid gap-5">
        <RoleFields
          legend="Roles"
          roles={roles}
          error={error}
          onChange={(next) => {
            setRoles(next);
            setError(undefined);
          }}
        />
        {member.isYou && !roles.includes('owner') && (
          <p className="text-sm text-muted">Only an owner can give you this role back.</p>
        )}
        <FormError message={errorMessage} />
        <Buttons isBusy={isBusy} label="Save roles" busyLabel="Saving..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type RemoveDialogProps = DialogProps & { member: Member; onRemoved: () => void };

export function RemoveDialog({ member, customer, onRemoved, onClose, returnTo }: RemoveDialogProps) {
  const { email, userId, isYou } = member;
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const remove = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await api.portal.people.remove.$post({ json: { userId }, header: headerOf(customer) });
      onRemoved();
      onClose();
      // Whoever leaves is told when the portal has left the customer too.
      if (!isYou) toast({ source: 'people', title: 'Access removed', description: `${email} no longer has access.` });
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange(onClose)}
      returnTo={returnTo}
      title={isYou ? `Leave ${customer.name}?` : `Remove ${email}?`}
      description={
        isYou
          ? 'You lose access at once. An owner can invite you again.'
          : `They lose access to ${customer.name} at once. Tickets that they opened stay, and you can invite them again.`
      }
    >
      <form method="post" onSubmit={remove} className="mt-5 grid gap-5">
        <FormError message={errorMessage} />
        <Buttons
          isBusy={isBusy}
          label={isYou ? 'Leave' : 'Remove access'}
          busyLabel="Removing..."
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
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={variant} disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
    </div>
  );
}

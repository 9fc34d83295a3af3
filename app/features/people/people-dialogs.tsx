import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useAccountMutation } from '#app/components/account/account-section.tsx';
import { useLanguageOptions } from '#app/components/account/language-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Checkbox, FieldError, SelectField, TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { textOf } from '#app/lib/form-text.ts';
import { useCommonCopy } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { Membership } from '#contract/auth.ts';
import { useLanguage } from '#app/lib/language.tsx';
import { languages } from '#contract/languages.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import { usePeopleCopy } from './people-copy.ts';
import { headerOf, type Member, peopleKey } from './people-query.ts';

type DialogProps = { customer: Membership; onClose: () => void; returnTo: () => HTMLElement | null };

type Errors = { email?: string; roles?: string };

type FormDialogProps = Omit<DialogProps, 'customer'> & {
  title: string;
  description: ReactNode;
  submit: string;
  busy: string;
  variant?: 'primary' | 'danger';
  findErrors?: (email: HTMLInputElement | null) => Errors;
  /** Makes the change and closes the dialog. */
  onSubmit: (fields: FormData) => Promise<void>;
  children?: (errors: Errors) => ReactNode;
};

/** A change of who has access. */
function FormDialog(props: FormDialogProps) {
  const { title, description, submit, busy, variant = 'primary', findErrors, onSubmit, onClose, returnTo } = props;
  const { cancel } = useCommonCopy();
  const { run, isBusy, errorMessage } = useAccountMutation(peopleKey);
  const [errors, setErrors] = useState<Errors>({});
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = findErrors?.(form.querySelector('[name=email]')) ?? {};
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    const fields = new FormData(form);
    return void run(() => onSubmit(fields));
  };
  const forgetError = ({ target }: FormEvent) => {
    const changed = target instanceof HTMLInputElement && target.name;
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([name]) => name !== changed)));
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      returnTo={returnTo}
      title={title}
      description={description}
    >
      <form noValidate method="post" onSubmit={handleSubmit} onChange={forgetError} className="mt-5 grid gap-5">
        {props.children?.(errors)}
        <FormError message={errorMessage} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant={variant} disabled={isBusy}>
            {isBusy ? busy : submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

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
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

/** Without those that the owner role includes. */
const sentRoles = (roles: CustomerRole[]): CustomerRole[] => (roles.includes('owner') ? ['owner'] : roles);

export function InviteDialog({ customer, ...dialog }: DialogProps) {
  const { people: copy } = usePeopleCopy();
  const [roles, setRoles] = useState<CustomerRole[]>([]);
  const { language: spoken } = useLanguage();
  const languageOptions = useLanguageOptions();
  const findErrors = (email: HTMLInputElement | null): Errors => {
    const isMissing = email?.value.trim() === '';
    return {
      ...(email?.validity.valid === false && { email: isMissing ? copy.invite.noEmail : copy.invite.invalidEmail }),
      ...(roles.length === 0 && { roles: copy.noRole }),
    };
  };
  const invite = async (fields: FormData) => {
    const email = textOf(fields, 'email');
    const language = languages.find((one) => one === textOf(fields, 'language'));
    const json = { email, roles: sentRoles(roles), language };
    await api.portal.people.invite.$post({ json, header: headerOf(customer) });
    dialog.onClose();
    const { title, description } = copy.invite.sent;
    toast({ source: 'people', title, description: description(email) });
  };
  return (
    <FormDialog
      {...dialog}
      {...copy.invite}
      description={copy.invite.description(customer.name)}
      findErrors={findErrors}
      onSubmit={invite}
    >
      {(errors) => (
        <>
          <TextField
            label={copy.invite.email}
            type="email"
            name="email"
            autoComplete="off"
            required
            error={errors.email}
          />
          <SelectField
            label={copy.invite.language}
            hint={copy.invite.languageHint}
            name="language"
            options={languageOptions}
            defaultValue={spoken}
          />
          <RoleFields legend={copy.roles} roles={roles} error={errors.roles} onChange={setRoles} />
        </>
      )}
    </FormDialog>
  );
}

type RolesDialogProps = DialogProps & { member: Member; onChanged: () => void };

export function RolesDialog({ member, customer, onChanged, ...dialog }: RolesDialogProps) {
  const { people: copy } = usePeopleCopy();
  const [roles, setRoles] = useState(member.roles);
  const change = async () => {
    const json = { userId: member.userId, roles: sentRoles(roles) };
    await api.portal.people['change-roles'].$post({ json, header: headerOf(customer) });
    dialog.onClose();
    const { title, description } = copy.change.done;
    toast({ source: 'people', title, description: description(member.email) });
    onChanged();
  };
  return (
    <FormDialog
      {...dialog}
      {...copy.change}
      description={member.isYou ? copy.change.yours : <bdi>{member.email}</bdi>}
      findErrors={() => (roles.length === 0 ? { roles: copy.noRole } : {})}
      onSubmit={change}
    >
      {(errors) => (
        <>
          <RoleFields legend={copy.roles} roles={roles} error={errors.roles} onChange={setRoles} />
          {member.isYou && !roles.includes('owner') && (
            <p className="text-sm text-muted">{copy.change.onlyOwnerGivesBack}</p>
          )}
        </>
      )}
    </FormDialog>
  );
}

type RemoveDialogProps = DialogProps & { member: Member; onRemoved: () => void };

export function RemoveDialog({ member: { email, userId, isYou }, customer, onRemoved, ...dialog }: RemoveDialogProps) {
  const { remove: copy } = usePeopleCopy().people;
  const remove = async () => {
    await api.portal.people.remove.$post({ json: { userId }, header: headerOf(customer) });
    onRemoved();
    dialog.onClose();
    // Users who leave are told once the portal has left the customer too.
    if (!isYou) toast({ source: 'people', title: copy.done.title, description: copy.done.description(email) });
  };
  return (
    <FormDialog
      {...dialog}
      title={isYou ? copy.leaveTitle(customer.name) : copy.title(email)}
      description={isYou ? copy.leaveDescription : copy.description(customer.name)}
      submit={isYou ? copy.leaveSubmit : copy.submit}
      busy={copy.busy}
      variant="danger"
      onSubmit={remove}
    />
  );
}

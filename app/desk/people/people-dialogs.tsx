import { type ReactNode, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { authenticateWithPasskey, canUsePasskeys } from '#app/lib/passkeys.ts';
import { maxCodeLength, maxPasswordLength } from '#contract/limits.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import { textOf } from '#app/desk/customers/customers.tsx';
import { messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextField } from '#app/desk/components/desk-fields.tsx';

const rolesIn = (form: FormData): CustomerRole[] => customerRoles.filter((role) => form.getAll('roles').includes(role));

class NoRoleError extends Error {
  override name = 'NoRoleError';
}

type RolesDialogProps = {
  title: string;
  description: string;
  submit: string;
  roles: readonly CustomerRole[];
  onSave: (form: FormData, roles: CustomerRole[]) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
};

export function RolesDialog({ roles, onSave, children, ...dialog }: RolesDialogProps) {
  const { copy } = useDesk();
  return (
    <FormDialog
      {...dialog}
      onSubmit={async (form) => {
        const chosen = rolesIn(form);
        if (chosen.length === 0) throw new NoRoleError();
        await onSave(form, chosen);
      }}
      errorText={(error) => (error instanceof NoRoleError ? copy.people.rolesMissing : undefined)}
    >
      {children}
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">{copy.people.roles}</legend>
        {customerRoles.map((role) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is in it
          <label key={role} className="flex items-start gap-3 text-sm">
            <Checkbox name="roles" value={role} defaultChecked={roles.includes(role)} />
            <span>
              <span className="block font-semibold">{copy.people.role[role].label}</span>
              <span className="text-muted">{copy.people.role[role].description}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

// Not trimmed: blanks may be part of it.
function passwordIn(form: FormData): string {
  const password = form.get('password');
  return typeof password === 'string' ? password : '';
}

/** The server asks again who the staff member is, before a change that weakens an account. */
export function ConfirmDialog({ onConfirmed, onClose }: { onConfirmed: () => Promise<void>; onClose: () => void }) {
  const { copy } = useDesk();
  const { confirm } = copy.people;
  const [error, setError] = useState<string>();
  const withPasskey = async () => {
    try {
      if (!(await authenticateWithPasskey(api.auth.passkeys.confirm.$post))) return;
      await onConfirmed();
      onClose();
    } catch (failure) {
      setError(messageOf(failure, copy));
    }
  };
  return (
    <FormDialog
      title={confirm.title}
      description={confirm.description}
      submit={confirm.submit}
      onSubmit={async (form) => {
        const code = textOf(form, 'code').replaceAll(/\s/g, '');
        await api.auth.password.confirm.$post({
          json: {
            password: passwordIn(form),
            ...(code === '' ? {} : { second: { kind: /^\d{6}$/.test(code) ? 'totp' : 'recovery', code } }),
          },
        });
        await onConfirmed();
      }}
      onClose={onClose}
      secondary={
        canUsePasskeys() && (
          <Button variant="quiet" size="sm" onClick={() => void withPasskey()}>
            <Icon name="fingerprint" className="size-4" />
            {confirm.passkey}
          </Button>
        )
      }
    >
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <DeskTextField
        label={confirm.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={maxPasswordLength}
      />
      <DeskTextField
        label={confirm.code}
        hint={confirm.codeHint}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={maxCodeLength}
      />
    </FormDialog>
  );
}

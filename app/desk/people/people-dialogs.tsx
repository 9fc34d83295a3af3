import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#app/components/ui/button.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { textOf, typedText } from '#app/lib/form-text.ts';
import { authenticateWithPasskey, canUsePasskeys } from '#app/lib/passkeys.ts';
import { maxCodeLength, maxPasswordLength } from '#contract/limits.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import { messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextField } from '#app/desk/components/desk-fields.tsx';

const rolesIn = (form: FormData): CustomerRole[] => customerRoles.filter((role) => form.getAll('roles').includes(role));

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
        if (chosen.length === 0) throw new InvalidInputError(copy.people.rolesMissing);
        await onSave(form, chosen);
      }}
    >
      {children}
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">{copy.people.roles}</legend>
        {customerRoles.map((role) => (
          <CheckboxField
            key={role}
            name="roles"
            value={role}
            defaultChecked={roles.includes(role)}
            label={copy.people.role[role].label}
            hint={copy.people.role[role].description}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
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
      {...confirm}
      onSubmit={async (form) => {
        const code = textOf(form, 'code').replaceAll(/\s/g, '');
        await api.auth.password.confirm.$post({
          json: {
            password: typedText(form, 'password'),
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
      <FormError message={error} />
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

/**
 * A change that may have to be confirmed: what was typed waits for it, and what it returned, such as a new key, is kept. Both are set at
 * once, as the form closes itself after the change, and its end must know of them.
 */
export function useConfirmedChange(onClose: () => void) {
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  const [isConfirming, setIsConfirming] = useState(false);
  const [secret, setSecret] = useState<string>();
  return {
    secret,
    setSecret: (value: string) => flushSync(() => setSecret(value)),
    /** Undefined unless the confirmation is asked for now. */
    confirming: isConfirming ? waiting : undefined,
    send: (work: () => Promise<void>) =>
      work().catch((error: unknown) => {
        if (!isApiError(error, 'confirmation_required')) throw error;
        flushSync(() => setWaiting(() => work));
      }),
    close: () => {
      if (waiting !== undefined && !isConfirming) setIsConfirming(true);
      else if (secret === undefined) onClose();
    },
  };
}

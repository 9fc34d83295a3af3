import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { PasswordField } from '#app/components/ui/credential-fields.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatMoment } from '#app/lib/formats.ts';
import { canUsePasskeys, registerPasskey } from '#app/lib/passkeys.ts';
import { toast } from '#app/lib/toast.ts';
import { maxPasskeyNameLength, minPasswordLength } from '#contract/limits.ts';
import type { Security } from '#contract/security.ts';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';

export function PasskeysSection({ passkeys }: Pick<Security, 'passkeys'>) {
  const [name, setName] = useState('');
  const { run, isBusy, errorMessage } = useAccountMutation();
  const add = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (!(await registerPasskey(name))) return;
      setName('');
      toast({ title: 'Passkey added', description: 'You can sign in with it from now on.' });
    });
  };
  const remove = (id: string) =>
    run(async () => {
      await api.auth.passkeys.remove.$post({ json: { id } });
      toast({ title: 'Passkey removed', description: 'It no longer signs you in.' });
    });
  return (
    <Section
      title="Passkeys"
      icon="fingerprint"
      description="Sign in with a fingerprint, a face or a PIN. There is nothing to type, and nothing to steal."
    >
      {passkeys.length === 0 && <p className="text-sm text-muted">No passkeys yet.</p>}
      {passkeys.length > 0 && (
        <ul className="-mt-4 divide-y divide-line border-b border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
              <div className="min-w-0">
                <p className="text-sm font-semibold wrap-anywhere">{passkey.name}</p>
                <p className="mt-0.5 text-xs text-muted">Added {formatMoment(passkey.createdAt)}</p>
              </div>
              <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void remove(passkey.id)}>
                Remove<span className="sr-only"> {passkey.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormError message={errorMessage} />
      {canUsePasskeys() ? (
        <form method="post" onSubmit={add} className="grid max-w-md gap-4">
          <TextField
            label="Name of the passkey"
            name="passkey-name"
            required
            maxLength={maxPasskeyNameLength}
            placeholder="My laptop"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
            {isBusy ? 'Waiting for your device...' : 'Add a passkey'}
          </Button>
        </form>
      ) : (
        <p className="text-sm text-muted">This browser cannot make passkeys for this site.</p>
      )}
    </Section>
  );
}

export function PasswordSection({ email }: { email: string }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { run, isBusy, errorMessage } = useAccountMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      await api.auth['change-password'].$post({ json: { currentPassword, newPassword } });
      setCurrent('');
      setNew('');
      toast({ title: 'Password changed', description: 'Every other session was signed out.' });
    });
  };
  return (
    <Section title="Password" icon="lock" description="Changing it signs you out everywhere else.">
      <form method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          required
          minLength={minPasswordLength}
          hint={`At least ${minPasswordLength} characters; several words are better.`}
          value={newPassword}
          onChange={({ target }) => setNew(target.value)}
        />
        <FormError message={errorMessage} />
        <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
          {isBusy ? 'Saving...' : 'Change password'}
        </Button>
      </form>
    </Section>
  );
}

export function EmailSection({ email }: { email: string }) {
  const [newEmail, setNewEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { run, isBusy, errorMessage } = useAccountMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSentTo(undefined);
    await run(async () => {
      await api.auth['change-email'].$post({ json: { newEmail } });
      setSentTo(newEmail);
      setNewEmail('');
    });
  };
  return (
    <Section title="Email address" icon="mail" description={`You sign in with ${email}.`}>
      <form method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
        <TextField
          label="New email address"
          type="email"
          name="new-email"
          autoComplete="email"
          required
          value={newEmail}
          onChange={({ target }) => setNewEmail(target.value)}
        />
        <FormError message={errorMessage} />
        <p role="status" className="text-sm text-success empty:hidden">
          {sentTo !== undefined && `A link is on its way to ${sentTo}. Your email address changes when you confirm it.`}
        </p>
        <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
          {isBusy ? 'Sending...' : 'Change email address'}
        </Button>
      </form>
    </Section>
  );
}

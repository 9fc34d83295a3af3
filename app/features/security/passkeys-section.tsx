import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatMoment } from '#app/lib/formats.ts';
import { canUsePasskeys, registerPasskey } from '#app/lib/passkeys.ts';
import { toast } from '#app/lib/toast.ts';
import { maxPasskeyNameLength } from '#contract/limits.ts';
import type { Security } from '#contract/security.ts';
import { FormError } from './form-error.tsx';
import { Section } from './section.tsx';
import { useAccountMutation } from './use-account-mutation.ts';

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

import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { PasswordField } from '#app/components/ui/credential-fields.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { canUsePasskeys, registerPasskey } from '#app/lib/passkeys.ts';
import { toast } from '#app/lib/toast.ts';
import { maxPasskeyNameLength, minPasswordLength, minPasskeysWithoutPassword } from '#contract/limits.ts';
import type { Enrolment, Security } from '#contract/security.ts';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { useSecurityCopy } from './security-copy.ts';

type PasskeysSectionProps = Pick<Security, 'passkeys' | 'hasPassword' | 'needsEnrolmentCode'> & {
  enrolment: Enrolment;
};

export function PasskeysSection({ passkeys, hasPassword, needsEnrolmentCode, enrolment }: PasskeysSectionProps) {
  const { passkeys: copy, waiting } = useSecurityCopy();
  const formats = useFormats();
  const [name, setName] = useState('');
  const { run, isBusy, errorMessage } = useAccountMutation();
  const add = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (!(await registerPasskey(name, enrolment))) return;
      setName('');
      const { title, description, forDesk } = copy.added;
      toast({ title, description: needsEnrolmentCode ? forDesk : description });
    });
  };
  const remove = (id: string) =>
    run(async () => {
      await api.auth.passkeys.remove.$post({ json: { id } });
      toast(copy.removed);
    });
  return (
    <Section title={copy.title} icon="fingerprint" description={copy.description}>
      {passkeys.length > 0 && <p className="text-sm">{hasPassword ? copy.withPassword : copy.withoutPassword}</p>}
      {passkeys.length === 0 && <p className="text-sm text-muted">{copy.none}</p>}
      {passkeys.length > 0 && (
        <ul className="-mt-4 divide-y divide-line border-b border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
              <div className="min-w-0">
                <p className="text-sm font-semibold wrap-anywhere">{passkey.name}</p>
                <p className="mt-0.5 text-xs text-muted">{copy.addedOn(formats.momentDay(passkey.createdAt))}</p>
              </div>
              <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void remove(passkey.id)}>
                {copy.remove}
                <span className="sr-only"> {passkey.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormError message={errorMessage} />
      {canUsePasskeys() ? (
        <form method="post" onSubmit={add} className="grid max-w-md gap-4">
          <TextField
            label={copy.name}
            name="passkey-name"
            required
            maxLength={maxPasskeyNameLength}
            placeholder={copy.placeholder}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
            {isBusy ? waiting : copy.add}
          </Button>
        </form>
      ) : (
        <p className="text-sm text-muted">{copy.unsupported}</p>
      )}
    </Section>
  );
}

type PasswordSectionProps = Pick<Security, 'email' | 'hasPassword' | 'passkeys'>;

export function PasswordSection({ email, hasPassword, passkeys }: PasswordSectionProps) {
  if (!hasPassword) return <NoPasswordSection email={email} />;
  return <ChangePasswordSection email={email} canTurnOff={passkeys.length >= minPasskeysWithoutPassword} />;
}

/** Only passkeys sign in. */
function NoPasswordSection({ email }: { email: string }) {
  const { password: copy, saving } = useSecurityCopy();
  const [newPassword, setNew] = useState('');
  const { run, isBusy, errorMessage } = useAccountMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      await api.auth.password.enable.$post({ json: { newPassword } });
      toast(copy.turnedOn);
    });
  };
  return (
    <Section title={copy.title} icon="lock" description={copy.off}>
      <form method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField value={newPassword} onValue={setNew} />
        <FormError message={errorMessage} />
        <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
          {isBusy ? saving : copy.turnOn}
        </Button>
      </form>
    </Section>
  );
}

function NewPasswordField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { password: copy } = useSecurityCopy();
  return (
    <PasswordField
      label={copy.new}
      name="new-password"
      autoComplete="new-password"
      required
      minLength={minPasswordLength}
      hint={copy.newHint(minPasswordLength)}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

function ChangePasswordSection({ email, canTurnOff }: { email: string; canTurnOff: boolean }) {
  const { password: copy, saving } = useSecurityCopy();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { run, isBusy, errorMessage } = useAccountMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      await api.auth.password.change.$post({ json: { currentPassword, newPassword } });
      setCurrent('');
      setNew('');
      toast(copy.changed);
    });
  };
  const turnOff = () =>
    run(async () => {
      await api.auth.password.disable.$post();
      toast(copy.turnedOff);
    });
  return (
    <Section title={copy.title} icon="lock" description={copy.description}>
      <form method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={copy.current}
          name="current-password"
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <NewPasswordField value={newPassword} onValue={setNew} />
        <FormError message={errorMessage} />
        <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
          {isBusy ? saving : copy.change}
        </Button>
      </form>
      {canTurnOff && (
        <div className="grid justify-items-start gap-3 border-t border-line pt-4">
          <p className="text-sm">{copy.canTurnOff}</p>
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void turnOff()}>
            {copy.turnOff}
          </Button>
        </div>
      )}
    </Section>
  );
}

export function EmailSection({ email }: { email: string }) {
  const { email: copy } = useSecurityCopy();
  const [newEmail, setNewEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { run, isBusy, errorMessage } = useAccountMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSentTo(undefined);
    await run(async () => {
      await api.auth.email.change.$post({ json: { newEmail } });
      setSentTo(newEmail);
      setNewEmail('');
    });
  };
  return (
    <Section title={copy.title} icon="mail" description={copy.description(email)}>
      <form method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
        <TextField
          label={copy.label}
          type="email"
          name="new-email"
          autoComplete="email"
          required
          value={newEmail}
          onChange={({ target }) => setNewEmail(target.value)}
        />
        <FormError message={errorMessage} />
        <p role="status" className="text-sm text-success empty:hidden">
          {sentTo !== undefined && copy.sent(sentTo)}
        </p>
        <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
          {isBusy ? copy.busy : copy.submit}
        </Button>
      </form>
    </Section>
  );
}

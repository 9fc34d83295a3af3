import { type ReactNode, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { CurrentPasswordField, NewPasswordField } from '#app/components/ui/credential-fields.tsx';
import { api } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { canUsePasskeys, registerPasskey } from '#app/lib/passkeys.ts';
import { toast } from '#app/lib/toast.ts';
import { maxPasskeyNameLength, minPasswordLength, minPasskeysWithoutPassword } from '#contract/limits.ts';
import type { Enrolment, Security } from '#contract/security.ts';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { sectionIds } from './protection.tsx';
import { useSecurityCopy } from './security-copy.ts';

type SectionFormProps = Pick<ReturnType<typeof useAccountMutation>, 'isBusy' | 'run'> & {
  errorMessage?: string | undefined;
  submit: string;
  busy: string;
  /** Resolves with false if nothing was changed. Otherwise the fields are emptied. */
  onSubmit: (field: (name: string) => string) => Promise<boolean | void>;
  children: ReactNode;
};

function SectionForm({ isBusy, run, errorMessage, submit, busy, onSubmit, children }: SectionFormProps) {
  const change = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    return run(async () => {
      if ((await onSubmit((name) => typedText(fields, name))) !== false) form.reset();
    });
  };
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void change(event.currentTarget);
      }}
      className="grid max-w-md gap-4"
    >
      {children}
      <FormError message={errorMessage} />
      <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
        {isBusy ? busy : submit}
      </Button>
    </form>
  );
}

type PasskeysSectionProps = Pick<Security, 'passkeys' | 'hasPassword' | 'needsEnrolmentCode'> & {
  enrolment: Enrolment;
};

export function PasskeysSection({ passkeys, hasPassword, needsEnrolmentCode, enrolment }: PasskeysSectionProps) {
  const { passkeys: copy, waiting } = useSecurityCopy();
  const formats = useFormats();
  const { run, isBusy, errorMessage } = useAccountMutation();
  const add = async (name: string) => {
    if (!(await registerPasskey(name, enrolment))) return false;
    const { title, description, forDesk } = copy.added;
    toast({ title, description: needsEnrolmentCode ? forDesk : description });
    return true;
  };
  const remove = (id: string) =>
    run(async () => {
      await api.auth.passkeys.remove.$post({ json: { id } });
      toast(copy.removed);
    });
  return (
    <Section id={sectionIds.passkeys} title={copy.title} description={copy.description}>
      {passkeys.length > 0 && <p className="text-sm">{hasPassword ? copy.withPassword : copy.withoutPassword}</p>}
      {passkeys.length === 0 && <p className="text-sm text-muted">{copy.none}</p>}
      {passkeys.length > 0 && (
        <ul className="-mt-4 divide-y divide-line border-b border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
              <div className="min-w-0">
                <p dir="auto" className="text-sm font-semibold wrap-anywhere">
                  {passkey.name}
                </p>
                <p className="mt-0.5 text-xs text-muted">{copy.addedOn(formats.momentDay(passkey.createdAt))}</p>
              </div>
              <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void remove(passkey.id)}>
                {copy.remove}
                <span className="sr-only">
                  {' '}
                  <bdi>{passkey.name}</bdi>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormError message={errorMessage} />
      {canUsePasskeys() ? (
        <SectionForm
          isBusy={isBusy}
          run={run}
          submit={copy.add}
          busy={waiting}
          onSubmit={(field) => add(field('passkey-name'))}
        >
          <TextField
            label={copy.name}
            name="passkey-name"
            required
            maxLength={maxPasskeyNameLength}
            placeholder={copy.placeholder}
          />
        </SectionForm>
      ) : (
        <p className="text-sm text-muted">{copy.unsupported}</p>
      )}
    </Section>
  );
}

type PasswordSectionProps = Pick<Security, 'email' | 'hasPassword' | 'passkeys'>;

/** Without a password, only passkeys sign in. */
export function PasswordSection({ email, hasPassword, passkeys }: PasswordSectionProps) {
  const { password: copy, saving } = useSecurityCopy();
  const mutation = useAccountMutation();
  const save = async (currentPassword: string, newPassword: string) => {
    if (hasPassword) await api.auth.password.change.$post({ json: { currentPassword, newPassword } });
    else await api.auth.password.enable.$post({ json: { newPassword } });
    toast(hasPassword ? copy.changed : copy.turnedOn);
  };
  const turnOff = () =>
    mutation.run(async () => {
      await api.auth.password.disable.$post();
      toast(copy.turnedOff);
    });
  return (
    <Section title={copy.title} description={hasPassword ? copy.description : copy.off}>
      <SectionForm
        {...mutation}
        submit={hasPassword ? copy.change : copy.turnOn}
        busy={saving}
        onSubmit={(field) => save(field('current-password'), field('new-password'))}
      >
        {/* For password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && <CurrentPasswordField label={copy.current} name="current-password" />}
        <NewPasswordField label={copy.new} name="new-password" hint={copy.newHint(minPasswordLength)} />
      </SectionForm>
      {hasPassword && passkeys.length >= minPasskeysWithoutPassword && (
        <div className="grid justify-items-start gap-3 border-t border-line pt-4">
          <p className="text-sm">{copy.canTurnOff}</p>
          <Button variant="secondary" size="sm" disabled={mutation.isBusy} onClick={() => void turnOff()}>
            {copy.turnOff}
          </Button>
        </div>
      )}
    </Section>
  );
}

export function EmailSection({ email }: { email: string }) {
  const { email: copy } = useSecurityCopy();
  const [sentTo, setSentTo] = useState<string>();
  const change = async (newEmail: string) => {
    setSentTo(undefined);
    await api.auth.email.change.$post({ json: { newEmail } });
    setSentTo(newEmail);
  };
  return (
    <Section title={copy.title} description={copy.description(email)}>
      <SectionForm
        {...useAccountMutation()}
        submit={copy.submit}
        busy={copy.busy}
        onSubmit={(field) => change(field('new-email'))}
      >
        <TextField label={copy.label} type="email" name="new-email" autoComplete="email" required />
        <p role="status" className="text-sm text-success empty:hidden">
          {sentTo !== undefined && copy.sent(sentTo)}
        </p>
      </SectionForm>
    </Section>
  );
}

import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { PasswordField } from '#app/components/ui/password-field.tsx';
import { api } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import { minPasswordLength } from '#contract/limits.ts';
import { FormError } from './form-error.tsx';
import { Section } from './section.tsx';
import { useAccountMutation } from './use-account-mutation.ts';

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

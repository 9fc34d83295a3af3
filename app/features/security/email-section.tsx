import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { FormError } from './form-error.tsx';
import { Section } from './section.tsx';
import { useAccountMutation } from './use-account-mutation.ts';

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

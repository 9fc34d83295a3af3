import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { callApi } from '#app/lib/api-client.ts';
import { Problem } from './problem.tsx';
import { Section } from './section.tsx';
import { useChange } from './use-change.ts';

export function EmailSection({ email }: { email: string }) {
  const [newEmail, setNewEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { run, isBusy, problem } = useChange();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSentTo(undefined);
    await run(async () => {
      await callApi('/auth/change-email', { method: 'POST', body: { newEmail } });
      setSentTo(newEmail);
      setNewEmail('');
    });
  };
  return (
    <Section title="Email address" icon="mail" text={`You sign in with ${email}.`}>
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
        <Problem text={problem} />
        <p role="status" className="text-sm text-success empty:hidden">
          {sentTo !== undefined && `A link is on its way to ${sentTo}. Your address changes when you follow it.`}
        </p>
        <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
          {isBusy ? 'Sending...' : 'Change email address'}
        </Button>
      </form>
    </Section>
  );
}

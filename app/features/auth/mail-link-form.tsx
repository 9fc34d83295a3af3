import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import type { Outcome } from './auth-store.ts';
import { Notice } from './notice.tsx';

export type MailLinkCopy = { title: string; description: string; button: string; busy: string; sent: string };

type MailLinkFormProps = {
  copy: MailLinkCopy;
  email: string;
  onEmail: (email: string) => void;
  send: (email: string) => Promise<Outcome>;
  onBack: () => void;
};

/** Sends a link to an email address. The response is the same whether or not it has an account. */
export function MailLinkForm({ copy, email, onEmail, send, onBack }: MailLinkFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setOutcome(await send(email));
    setIsBusy(false);
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div>
        <h2 className="text-xl">{copy.title}</h2>
        <p className="mt-1 text-sm text-muted">{copy.description}</p>
      </div>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={({ target }) => onEmail(target.value)}
      />
      <div role="status">
        {outcome !== undefined && (
          <Notice variant={outcome.error === null ? 'success' : 'error'}>
            <p>{outcome.error === null ? copy.sent : outcome.error.message}</p>
          </Notice>
        )}
      </div>
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? copy.busy : copy.button}
      </Button>
      <Button variant="quiet" size="sm" onClick={onBack}>
        Back to sign in
      </Button>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CodeField, CurrentPasswordField, useOtherKind } from '#app/components/ui/credential-fields.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { authenticateWithPasskey, canUsePasskeys } from '#app/lib/passkeys.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import type { SignInCode } from '#contract/security.ts';
import { securityQuery } from './security-query.ts';

type ConfirmationDialogProps = {
  isOpen: boolean;
  /** What is about to be changed. */
  description: string;
  returnTo: RefObject<HTMLElement | null>;
  onClose: (isConfirmed: boolean) => void;
};

/** Asks users to confirm their identity. */
export function ConfirmationDialog({ isOpen, description, returnTo, onClose }: ConfirmationDialogProps) {
  // Loaded before the dialog opens, so that its first field gets the focus.
  const factors = useQuery(securityQuery);
  const copy = useCommonCopy().confirmation;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && onClose(false)}
      title={copy.title}
      description={description}
      returnTo={returnTo}
    >
      {factors.data === undefined ? (
        <QueryState copy={copy.factors} query={factors} />
      ) : (
        <ConfirmationForm
          hasPasskey={factors.data.passkeys.length > 0}
          // The password is not all factors of somebody who has a passkey and no codes.
          hasPassword={factors.data.hasPassword && (factors.data.hasTotp || factors.data.passkeys.length === 0)}
          hasTotp={factors.data.hasTotp}
          email={factors.data.email}
          onDone={() => onClose(true)}
        />
      )}
    </Dialog>
  );
}

type Factors = { hasPasskey: boolean; hasPassword: boolean; hasTotp: boolean; email: string };

function ConfirmationForm({ hasPasskey, hasPassword, hasTotp, email, onDone }: Factors & { onDone: () => void }) {
  const { confirmation: copy, credentials } = useCommonCopy();
  const messageOf = useErrorMessage();
  const [kind, setKind] = useState<SignInCode['kind']>('totp');
  const other = useOtherKind(kind);
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const ask = async (work: () => Promise<boolean>) => {
    setIsBusy(true);
    setErrorMessage(undefined);
    try {
      if (await work()) onDone();
    } catch (error) {
      setErrorMessage(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const second = { kind, code: typedText(fields, 'code') };
    void ask(async () => {
      await api.auth.password.confirm.$post({
        json: { password: typedText(fields, 'password'), ...(hasTotp && { second }) },
      });
      return true;
    });
  };
  const withPasskey = hasPasskey && canUsePasskeys() && (
    <Button
      variant={hasPassword ? 'secondary' : 'primary'}
      size="sm"
      disabled={isBusy}
      onClick={() => void ask(() => authenticateWithPasskey(api.auth.passkeys.confirm.$post))}
    >
      <Icon name="fingerprint" className="size-4" />
      {copy.usePasskey}
    </Button>
  );
  if (!hasPassword)
    return (
      <div className="mt-5 grid justify-items-start gap-4">
        <p className="text-sm">{canUsePasskeys() ? copy.passkeyNeeded : copy.passkeyUnusable}</p>
        <FormError message={errorMessage} />
        {withPasskey}
      </div>
    );
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid gap-4">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField label={credentials.password} name="password" />
      {/* A code from the authenticator app, or a recovery code for users who have lost it. */}
      {hasTotp && (
        <div className="grid gap-2">
          <CodeField kind={kind} label={copy.code} />
          <Button variant="quiet" size="sm" className="-ms-4 justify-self-start" onClick={() => setKind(other.kind)}>
            {other.label}
          </Button>
        </div>
      )}
      <FormError message={errorMessage} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" disabled={isBusy}>
          {isBusy ? copy.busy : copy.submit}
        </Button>
        {withPasskey}
      </div>
    </form>
  );
}

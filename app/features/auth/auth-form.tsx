// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type ReactNode, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import type { ApiError } from '#app/lib/api-client.ts';
import { useErrorMessage } from '#app/lib/portal-context.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { Outcome } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';

/** Waits for a request, and knows why the last one failed. */
export function useRequest() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const wait = async <Result extends Outcome>(request: Promise<Result>): Promise<Result> => {
    setIsBusy(true);
    setFailure(null);
    const outcome = await request;
    setIsBusy(false);
    setFailure(outcome.error);
    return outcome;
  };
  return { isBusy, failure, setFailure, wait };
}

type AuthFormProps = {
  title?: string;
  description?: string;
  /** The fields as they are: the browser may have restored or filled them in before React listened. */
  onSubmit: (fields: FormData, form: HTMLFormElement) => Promise<unknown>;
  children: ReactNode;
};

export function AuthForm({ title, description, onSubmit, children }: AuthFormProps) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
      className="grid gap-4"
    >
      {title !== undefined && <FormHeading title={title} description={description} />}
      {children}
    </form>
  );
}

export function FormHeading({ title, description }: { title: string; description: string | undefined }) {
  return (
    <div>
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{description}</p>
    </div>
  );
}

type EmailFieldProps = { email: string; onEmail: (email: string) => void };

export function EmailField({ email, onEmail }: EmailFieldProps) {
  const copy = useAuthCopy();
  return (
    <TextField
      label={copy.email}
      type="email"
      name="email"
      autoComplete="username"
      required
      value={email}
      onChange={({ target }) => onEmail(target.value)}
    />
  );
}

/** What went wrong, and below it what to do about it. */
export function Failure({ error, children }: { error: ApiError | null; children?: ReactNode }) {
  const messageOf = useErrorMessage();
  if (error === null) return null;
  return (
    <Notice variant="error">
      <p>{messageOf(error)}</p>
      {children}
    </Notice>
  );
}

type SubmitButtonProps = { isBusy: boolean; copy: { submit: string; busy: string } };

export function SubmitButton({ isBusy, copy }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      disabled={!isHydrated || isBusy}
      data-loading={isHydrated ? undefined : ''}
      className="mt-1 w-full"
    >
      {isBusy ? copy.busy : copy.submit}
    </Button>
  );
}

export const QuietButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="quiet" size="sm" onClick={onClick}>
    {children}
  </Button>
);

/** Below the button that creates an account: the terms say that it accepts them. */
export function TermsNotice() {
  const { terms: copy } = useAuthCopy();
  const link = (href: string, label: string) => (
    <a href={href} hrefLang="fr" className="underline underline-offset-4 hover:text-azure">
      {label}
    </a>
  );
  return (
    <p className="text-xs text-muted">
      <Parts
        of={copy.text(link('/conditions-utilisation', copy.link), link('/politique-confidentialite', copy.privacyLink))}
      />
    </p>
  );
}

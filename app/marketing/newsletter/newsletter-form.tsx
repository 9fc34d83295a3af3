import { type FormEvent, useRef, useState } from 'react';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { usePreloadedToasts } from '#app/components/layout/toast-outlet.tsx';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { Site } from '#content/schema/site.ts';

const simulatedDelayMs = 1000; // product §9

/** product §5: malformed means no @, no dot in the domain, or white space. */
export const checkEmail = (email: string): 'empty' | 'malformed' | undefined => {
  if (email === '') return 'empty';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'malformed';
};

export function NewsletterForm({ copy }: { copy: Site['newsletter'] }) {
  const isHydrated = useHydrated();
  const [isSubmitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string>();
  const [isSubscribed, setSubscribed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  usePreloadedToasts(form);

  const fail = (message: string) => {
    setError(message);
    setSubscribed(false);
    toast({ source: 'newsletter', variant: 'destructive', title: copy.errors.title, description: message });
    input.current?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSubmitting) return;
    const email = input.current?.value ?? '';
    const emailError = checkEmail(email);
    if (emailError) {
      fail(copy.errors[emailError]);
      return;
    }
    // An error must not outlive its correction, not even for the second until the success toast.
    dismissToastsFrom('newsletter');
    setError(undefined);
    setSubscribed(false);
    setSubmitting(true);
    try {
      console.info('newsletter', { email });
      await new Promise((resolve) => setTimeout(resolve, simulatedDelayMs));
      form.current?.reset();
      setSubscribed(true);
      toast({ source: 'newsletter', ...copy.success });
    } catch {
      fail(copy.errors.unexpected);
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} aria-labelledby="newsletter-title">
      <h2 id="newsletter-title" className="text-base font-semibold">
        {copy.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">{copy.text}</p>
      <div className="@container">
        <div className="grid gap-3 @min-[22rem]:grid-cols-[1fr_auto] @min-[22rem]:items-start">
          <TextField
            ref={input}
            label={copy.label}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            placeholder={copy.placeholder}
            error={error}
            disabled={isSubmitting}
            onInput={() => {
              setError(undefined);
              setSubscribed(false);
            }}
          />
          <Button
            type="submit"
            disabled={!isHydrated || isSubmitting}
            data-loading={isHydrated ? undefined : ''}
            className="@min-[22rem]:mt-[calc(0.9375rem*1.55+0.375rem)] @min-[22rem]:h-12"
          >
            {isSubmitting ? copy.submitting : copy.submit}
          </Button>
        </div>
      </div>
      {/* The toast disappears, and its code may have failed to load; this stays. */}
      <p role="status" className="text-sm font-semibold text-success">
        {isSubscribed && <span className="mt-3 block">{`${copy.success.title}. ${copy.success.description}`}</span>}
      </p>
      <p className="mt-3 text-xs text-muted">
        {copy.notice.text}{' '}
        <ActionLink to={copy.notice.link.to} className="underline underline-offset-4 hover:text-azure">
          {copy.notice.link.label}
        </ActionLink>
        .
      </p>
      <ScriptNotice>{copy.noScript}</ScriptNotice>
    </form>
  );
}

// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type FormEvent, useRef, useState } from 'react';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { usePreloadedToasts } from '#app/components/layout/toast-outlet.tsx';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { newsletterDelivery } from '#content/newsletter.ts';
import type { Site } from '#content/schema/site.ts';
import { honeypotField } from '#contract/leads.ts';
import { subscribedAnchor } from '#contract/newsletter.ts';
import type { startSubscription } from '../public-forms/deliver.ts';
import { Trap } from '../public-forms/trap.tsx';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

const simulatedDelayMs = 1000; // product §9

/** product §5: malformed means no @, no dot in the domain, or white space. */
export const checkEmail = (email: string): 'empty' | 'malformed' | undefined => {
  if (email === '') return 'empty';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'malformed';
};

/** What the form needs in order to deliver. */
export type NewsletterDelivery = typeof newsletterDelivery & {
  /** The path of the page. */
  page: string;
  /** The hash of the notice that is shown below the form. */
  consent: string;
  trap: string;
};

type NewsletterFormProps = {
  copy: Site['newsletter'];
  /** Undefined unless `LEADS=deliver`: the form then makes no request. */
  delivery?: NewsletterDelivery | undefined;
};

export function NewsletterForm({ copy, delivery: given }: NewsletterFormProps) {
  // A build without LEADS=deliver has nothing of it.
  const delivery = import.meta.env.VITE_LEADS === 'deliver' ? given : undefined;
  const isHydrated = useHydrated();
  const [isSubmitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string>();
  const [isSubscribed, setSubscribed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  usePreloadedToasts(form);
  const subscription = useRef<Promise<ReturnType<typeof startSubscription>>>(undefined);
  const success = delivery?.success ?? copy.success;

  const load = () =>
    (subscription.current ??= import('../public-forms/deliver.ts').then((module) => module.startSubscription()));
  const deliver = async (email: string, { page, consent }: NewsletterDelivery) => {
    const website = form.current === null ? null : new FormData(form.current).get(honeypotField);
    const isFilled = typeof website === 'string' && website !== '';
    try {
      const subscribe = await load();
      await subscribe({ email, page, consent, ...(isFilled && { website }) });
    } finally {
      // The next one needs a proof of its own.
      subscription.current = undefined;
    }
  };

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
      if (delivery === undefined) {
        console.info('newsletter', { email });
        await new Promise((resolve) => setTimeout(resolve, simulatedDelayMs));
      } else await deliver(email, delivery);
      form.current?.reset();
      setSubscribed(true);
      toast({ source: 'newsletter', ...success });
    } catch {
      fail(copy.errors.unexpected);
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="newsletter-title"
      // Without scripts the browser posts the form itself.
      {...(delivery && { method: 'post', action: '/api/newsletter', onFocus: () => void load() })}
    >
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
            disabled={(delivery === undefined && !isHydrated) || isSubmitting}
            data-loading={delivery !== undefined || isHydrated ? undefined : ''}
            className="@min-[22rem]:mt-[calc(0.9375rem*1.55+0.375rem)] @min-[22rem]:h-12"
          >
            {isSubmitting ? copy.submitting : copy.submit}
          </Button>
        </div>
      </div>
      {/* The toast disappears, and its code may have failed to load; this stays. */}
      <p role="status" className="text-sm font-semibold text-success">
        {isSubscribed && <span className="mt-3 block">{`${success.title}. ${success.description}`}</span>}
      </p>
      {delivery && (
        <>
          {Object.entries({ page: delivery.page, consent: delivery.consent }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Trap label={delivery.trap} />
          {/* Where a plain form leads back to. */}
          {!isSubscribed && (
            <p id={subscribedAnchor} data-posted="" className="mt-3 scroll-mt-24 text-sm font-semibold text-success">
              {`${success.title}. ${success.description}`}
            </p>
          )}
        </>
      )}
      <p className="mt-3 text-xs text-muted">
        {copy.notice.text}{' '}
        <ActionLink to={copy.notice.link.to} className="underline underline-offset-4 hover:text-azure">
          {copy.notice.link.label}
        </ActionLink>
        .
      </p>
      {delivery ? (
        <p className="mt-1 text-xs text-muted">{delivery.notice}</p>
      ) : (
        <ScriptNotice>{copy.noScript}</ScriptNotice>
      )}
    </form>
  );
}

import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldGrid, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { UnbrokenEmails } from '#app/components/ui/unbroken.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { DeliveryCopy } from '#content/delivery.ts';
import type { Field, Notice } from '#content/schema/form-pages.ts';
import type { Send, startDelivery } from './deliver.ts';
import { Trap } from './trap.tsx';

/** What a form needs in order to deliver. */
export type Delivery = DeliveryCopy & {
  form: 'checklist' | 'contact' | 'audit' | 'consultation';
  /** The path of the page. */
  page: string;
  /** The hash of the notice that is shown beside the form. */
  consent: string;
};

type Options = {
  name: string;
  clearAfterSubmit?: boolean;
  onSent?: () => void;
  /** Undefined unless `LEADS=deliver`. */
  delivery: Delivery | undefined;
  /** Instead of as a lead. */
  send?: Send | undefined;
  /** True if the form says itself what has failed. */
  onFailed?: (error: unknown) => boolean;
};

type State = 'open' | 'sending' | 'sent' | 'failed';

/** Fields of ours, which are not part of the request. */
const ownFields = ['form', 'page', 'consent', 'website'];

/** The page scrolls to the confirmation: the second click of a double click must not follow a link or select what is then under the pointer. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/**
 * A public form (product §4, §7): native validation, a local log, a confirmation, and no request unless it delivers.
 * It stays submitted until a field changes, so that a double click submits once. A form that delivers works without scripts too.
 */
export function usePublicForm({ name, clearAfterSubmit = false, onSent, delivery, send: sendAs, onFailed }: Options) {
  const [state, setState] = useState<State>('open');
  const [unsent, setUnsent] = useState<Record<string, string>>({});
  const isSent = state === 'sent';
  const deliver = useRef<Promise<ReturnType<typeof startDelivery>>>(undefined);
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSent) confirmation.current?.focus();
  }, [isSent]);

  const load = () =>
    (deliver.current ??= import('./deliver.ts').then(
      (module) => module.startDelivery(),
      (error: unknown) => {
        deliver.current = undefined;
        throw error;
      },
    ));
  const confirm = (target: HTMLFormElement) => {
    if (clearAfterSubmit) target.reset();
    setState('sent');
    for (const type of ['mousedown', 'click'] as const)
      document.addEventListener(type, ignoreSecondClick, { capture: true, once: true });
    onSent?.();
  };
  const send = async (target: HTMLFormElement, { form: named, page, consent }: Delivery) => {
    setState('sending');
    const values = valuesOf(target);
    try {
      const website = new FormData(target).get('website');
      const filled = typeof website === 'string' && website !== '';
      const deliverLead = await load();
      await deliverLead({ form: named, page, consent, values, ...(filled && { website }) }, sendAs);
      confirm(target);
    } catch (error) {
      setUnsent(values);
      setState(onFailed?.(error) === true ? 'open' : 'failed');
    }
  };
  const isBusy = state === 'sending';

  return {
    isSent,
    sending: isBusy ? delivery?.sending : undefined,
    failure: state === 'failed' && delivery !== undefined && <DeliveryFailure values={unsent} delivery={delivery} />,
    submitProps: {
      type: 'submit',
      disabled: (delivery === undefined && !isHydrated) || isSent || isBusy,
      'data-loading': delivery !== undefined || isHydrated ? undefined : '',
    } as const,
    confirmation,
    reopen: () => {
      // The submit button is removed: without a new target, focus would return to the top of the page.
      flushSync(() => setState('open'));
      form.current?.querySelector('input')?.focus();
    },
    formProps: {
      ref: form,
      onInput: () => setState('open'),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isSent || isBusy) return;
        if (delivery !== undefined) return void send(event.currentTarget, delivery);
        console.info(name, JSON.stringify(Object.fromEntries(new FormData(event.currentTarget))));
        confirm(event.currentTarget);
      },
      // Without scripts the browser posts the form itself.
      ...(delivery && { method: 'post', action: '/api/leads', onFocus: () => void load().catch(() => undefined) }),
    },
  };
}

/** What was typed, without empty fields. */
const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1] !== '' && !ownFields.includes(entry[0]),
    ),
  );

/** Which form it is, for browsers without scripts, and a field that only robots fill in. */
export function DeliveryFields({ delivery }: { delivery: Delivery | undefined }) {
  if (delivery === undefined) return null;
  const { form, page, consent, trap } = delivery;
  return (
    <>
      {Object.entries({ form, page, consent }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Trap label={trap} />
    </>
  );
}

/** Below the fields, which keep what was typed. */
function DeliveryFailure({ values, delivery }: { values: Record<string, string>; delivery: Delivery }) {
  const { failed, email } = delivery;
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  const href = `mailto:${email}?body=${encodeURIComponent(lines.join('\n'))}`;
  return (
    <div role="alert" className="rounded-lg border-2 border-danger bg-danger-tint p-5">
      <p className="font-heading text-xl font-bold">{failed.title}</p>
      <p className="mt-1">{failed.text}</p>
      <a href={href} className="mt-2 inline-block py-1 font-semibold underline underline-offset-4">
        {failed.mail}
      </a>
    </div>
  );
}

export type CourseTitle = { slug: string; title: string };

/** The buttons of a course lead here with `?formation=<slug>`: an empty field then names the course. */
export function useCourseMessage(message: string, courses: CourseTitle[]) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const slug = new URLSearchParams(location.search).get('formation');
    const course = courses.find((entry) => entry.slug === slug);
    if (course && field.current?.value === '') field.current.value = message.replace('%s', course.title);
  }, [courses, message]);
  return field;
}

type IdentityFieldsProps = {
  copy: { name: Field; company: Field; email: Field; phone?: Field };
  phoneRequired?: boolean;
};

/** The sender: the same fields in the same order in every public form (product §3). */
export function IdentityFields({ copy, phoneRequired = false }: IdentityFieldsProps) {
  return (
    <FieldGrid columns={2}>
      <TextField {...copy.name} name="name" autoComplete="name" required />
      <TextField {...copy.company} name="company" autoComplete="organization" required />
      <TextField {...copy.email} name="email" type="email" inputMode="email" autoComplete="email" required />
      {copy.phone && (
        <TextField
          {...copy.phone}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required={phoneRequired}
        />
      )}
    </FieldGrid>
  );
}

/** The information that GDPR article 13 requires where data is collected. */
export function FormNotice({ summary, more, details, noScript, delivers }: Notice & { delivers: boolean }) {
  return (
    <div className="text-xs text-muted">
      <p>{summary}</p>
      <details className="mt-2">
        <summary className="inline-block py-1 underline underline-offset-4">{more}</summary>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5">
          {details.map((line) => (
            <li key={line}>
              <UnbrokenEmails>{line}</UnbrokenEmails>
            </li>
          ))}
        </ul>
      </details>
      {!delivers && <ScriptNotice>{noScript}</ScriptNotice>}
    </div>
  );
}

type ConfirmationProps = {
  ref: Ref<HTMLDivElement>;
  title: string;
  text: string;
  /** Whom to call until the reply comes. */
  call?: { text: string; phone: string };
  children?: ReactNode;
};

type SubmitLabelProps = { isSent: boolean; label: string; sent: string; sending: string | undefined };

/** The label of a submit button, which says what happened until a field changes. */
export function SubmitLabel({ isSent, label, sent, sending }: SubmitLabelProps) {
  if (!isSent) return sending ?? label;
  return (
    <>
      <Icon name="check" className="size-5" />
      {sent}
    </>
  );
}

/** At the top of its form. Takes focus when it appears, so that it is scrolled to and screen readers announce it. */
export function Confirmation({ ref, title, text, call, children }: ConfirmationProps) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="status"
      className="scroll-mt-24 rounded-lg border-2 border-success bg-success-tint p-5 text-ink animate-rise sm:p-8"
    >
      <p className="font-heading text-3xl leading-tight font-bold tracking-tight">{title}</p>
      <p className="mt-2 text-lg">{text}</p>
      {call && (
        <p className="mt-4 border-t border-success pt-4">
          {call.text}{' '}
          <a
            href={`tel:${call.phone.replaceAll(/\s/g, '')}`}
            className="inline-block py-0.5 font-semibold whitespace-nowrap underline underline-offset-4"
          >
            {call.phone}
          </a>
        </p>
      )}
      {children}
    </div>
  );
}

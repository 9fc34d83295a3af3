import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldGrid, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { UnbrokenEmails } from '#app/components/ui/unbroken.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { Field, Notice } from '#content/schema/form-pages.ts';
import { honeypotField, sentAnchor } from '#contract/leads.ts';
import type { DeliveryFailure, startDelivery } from './deliver.ts';
import { type Delivery, DeliveryAlert, valuesOf } from './delivery-parts.tsx';

type Options = {
  name: string;
  clearAfterSubmit?: boolean;
  onSent?: () => void;
  /** Undefined unless `LEADS=deliver`. */
  delivery: Delivery | undefined;
};

type State = 'open' | 'sending' | 'sent' | Partial<DeliveryFailure>;

/** The page scrolls to the confirmation: the second click of a double click must not follow a link or select what is then under the pointer. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

// A build without LEADS=deliver has nothing of it.
const delivers = import.meta.env.VITE_LEADS === 'deliver';

type Deliver = ReturnType<typeof startDelivery>;

let failedUrl: string | undefined;

/** Browsers remember that a module could not be loaded: then it is asked for by another URL, as islands are. */
async function loadDelivery(): Promise<Deliver> {
  try {
    const module =
      failedUrl === undefined
        ? await import('./deliver.ts')
        : ((await import(/* @vite-ignore */ `${failedUrl}?again=${Date.now()}`)) as typeof import('./deliver.ts'));
    return module.startDelivery();
  } catch (error) {
    failedUrl ??= /https?:\S+\.js/.exec(String(error))?.[0];
    throw error;
  }
}

function touch(deliver: RefObject<Promise<Deliver> | undefined>): Promise<Deliver> {
  const loaded = (deliver.current ??= loadDelivery());
  // The next touch tries again.
  loaded.catch(() => (deliver.current = undefined));
  return loaded;
}

/**
 * A public form (product §4, §7): native validation, a local log, a confirmation, and no request unless it delivers.
 * It stays submitted until a field changes, so that a double click submits once. A form that delivers works without scripts too.
 */
export function usePublicForm({ name, clearAfterSubmit = false, onSent, delivery }: Options) {
  const [state, setState] = useState<State>('open');
  const isSent = state === 'sent';
  const isBusy = delivers && state === 'sending';
  const deliver = useRef<Promise<Deliver>>(undefined);
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSent) confirmation.current?.focus();
  }, [isSent]);

  useEffect(() => {
    if (!delivers) return;
    // It was touched before it was hydrated, or the browser posted it.
    if (form.current?.contains(document.activeElement)) void touch(deliver);
    if (location.hash !== `#${sentAnchor}`) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    setState('sent');
  }, []);

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
    const website = String(new FormData(target).get(honeypotField) ?? '');
    const lead = { form: named, page, consent, values, ...(website !== '' && { website }) };
    const failure = await touch(deliver)
      .then((post) => post(lead))
      .catch(() => ({}));
    if (failure !== undefined) return setState(failure);
    // What was typed meanwhile is not part of what was sent.
    if (JSON.stringify(valuesOf(target)) === JSON.stringify(values)) confirm(target);
    else setState('sent');
  };

  return {
    isSent,
    sending: isBusy ? delivery?.sending : undefined,
    failure: delivers && delivery !== undefined && typeof state === 'object' && (
      <DeliveryAlert form={form} delivery={delivery} failure={state} />
    ),
    submitProps: {
      type: 'submit',
      disabled: (!delivers && !isHydrated) || isSent || isBusy,
      'data-loading': delivers || isHydrated ? undefined : '',
    } as const,
    confirmation,
    reopen: () => {
      // The submit button is removed: without a new target, focus would return to the top of the page.
      flushSync(() => setState('open'));
      form.current?.querySelector('input')?.focus();
    },
    formProps: {
      ref: form,
      onInput: () => setState((before) => (before === 'sent' ? 'open' : before)),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isSent || isBusy) return;
        if (delivers && delivery !== undefined) return void send(event.currentTarget, delivery);
        console.info(name, JSON.stringify(Object.fromEntries(new FormData(event.currentTarget))));
        confirm(event.currentTarget);
      },
      // Without scripts the browser posts the form itself.
      ...(delivers && { method: 'post', action: '/api/leads', onFocus: () => void touch(deliver) }),
    },
  };
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

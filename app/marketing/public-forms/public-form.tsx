// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldGrid, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { UnbrokenEmails } from '#app/components/ui/unbroken.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { Field, Notice } from '#content/schema/form-pages.ts';
import { useDeliveredForm } from './delivered-form.tsx';
import { ignoreSecondClick } from './ignore-second-click.ts';
import type { PublicForm, PublicFormOptions } from './form-types.ts';

/**
 * A public form (product §4, §7): native validation, a local log, a confirmation, no request.
 * It stays submitted until a field changes, so that a double click submits once.
 */
function useLocalForm({ name, clearAfterSubmit = false, onSent }: PublicFormOptions): PublicForm {
  const [isSent, setSent] = useState(false);
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSent) confirmation.current?.focus();
  }, [isSent]);

  return {
    isSent,
    submitProps: {
      type: 'submit',
      disabled: !isHydrated || isSent,
      'data-loading': isHydrated ? undefined : '',
    } as const,
    confirmation,
    reopen: () => {
      // The submit button is removed: without a new target, focus would return to the top of the page.
      flushSync(() => setSent(false));
      form.current?.querySelector('input')?.focus();
    },
    formProps: {
      ref: form,
      onInput: () => setSent(false),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isSent) return;
        const values = Object.fromEntries(new FormData(event.currentTarget));
        console.info(name, JSON.stringify(values));
        if (clearAfterSubmit) event.currentTarget.reset();
        setSent(true);
        for (const type of ['mousedown', 'click'] as const)
          document.addEventListener(type, ignoreSecondClick, { capture: true, once: true });
        onSent?.();
      },
    },
  };
}

/** A build without LEADS=deliver has nothing of the other one. */
export const usePublicForm = import.meta.env.VITE_LEADS === 'deliver' ? useDeliveredForm : useLocalForm;

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

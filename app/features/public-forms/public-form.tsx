import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldGrid, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { Field, Notice } from '#content/schema/form-pages.ts';

type Options = { name: string; clearAfterSubmit?: boolean; onSent?: () => void };

/**
 * A public form (product §4, §7): native validation, a local log, a confirmation, no request.
 * It stays submitted until a field changes, so that a double click submits once.
 */
export function useLocalForm({ name, clearAfterSubmit = false, onSent }: Options) {
  const [isSent, setSent] = useState(false);
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSent) confirmation.current?.focus();
  }, [isSent]);

  return {
    isSent,
    isReady: isHydrated && !isSent,
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
        onSent?.();
      },
    },
  };
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
export function FormNotice({ summary, more, details, noScript }: Notice) {
  return (
    <div className="text-xs text-muted">
      <p>{summary}</p>
      <details className="mt-2">
        <summary className="inline-block py-1 underline underline-offset-4">{more}</summary>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5">
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <noscript>
        <p className="mt-2 font-semibold text-ink">{noScript}</p>
      </noscript>
    </div>
  );
}

type ConfirmationProps = { ref: Ref<HTMLDivElement>; title: string; description: string; children?: ReactNode };

/** Takes focus when it appears, so that screen readers announce it. */
export function Confirmation({ ref, title, description, children }: ConfirmationProps) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="status"
      className="flex gap-4 rounded-lg border border-success bg-success-tint p-5 text-ink animate-rise"
    >
      <Icon name="badge-check" className="mt-0.5 size-6 text-success" />
      <div>
        <p className="text-lg font-semibold">{title}</p>
        <p>{description}</p>
        {children}
      </div>
    </div>
  );
}

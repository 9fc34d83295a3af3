import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '#app/lib/use-hydrated.ts';

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

// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { VerifyPage } from '#content/schema/form-pages.ts';
import { checkIban, type IbanResult } from './check-iban.ts';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

const looks: Record<IbanResult, { icon: string; className: string }> = {
  ours: { icon: 'badge-check', className: 'bg-success-tint text-success' },
  other: { icon: 'circle-alert', className: 'bg-danger-tint text-danger' },
  invalid: { icon: 'circle-alert', className: 'bg-danger-tint text-danger' },
  empty: { icon: 'circle-alert', className: 'bg-sun-tint text-sun-ink' },
  unavailable: { icon: 'phone', className: 'bg-sun-tint text-sun-ink' },
};

/** Compares in the browser: no request leaves. */
export function IbanCheck({ copy }: { copy: VerifyPage['form'] }) {
  const isHydrated = useHydrated();
  const [result, setResult] = useState<IbanResult>();
  const [isBusy, setIsBusy] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== undefined) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('iban');
    setIsBusy(true);
    setResult(undefined);
    // Written into the document by the server (main/server/site/load-site.ts).
    const known = document.querySelector<HTMLElement>('[data-account]')?.dataset.account ?? '';
    setResult(await checkIban(typeof typed === 'string' ? typed : '', known));
    setIsBusy(false);
  };
  return (
    <form
      onSubmit={(event) => void check(event)}
      onInput={() => setResult(undefined)}
      aria-labelledby="verify-title"
      className="grid gap-5"
    >
      <TextField
        {...copy.field}
        name="iban"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={80}
        className="font-mono"
      />
      <Button type="submit" disabled={!isHydrated || isBusy} data-loading={isHydrated ? undefined : ''}>
        {isBusy ? copy.busy : copy.submit}
      </Button>
      <div ref={outcome} aria-live="assertive">
        {result !== undefined && (
          <div data-result={result} className={classNames('flex gap-3 px-5 py-4', looks[result].className)}>
            <Icon name={looks[result].icon} className="mt-0.5 size-6" />
            <div className="min-w-0">
              <p className="font-heading text-lg leading-snug font-bold">{copy.results[result].title}</p>
              <p className="mt-1 text-sm">{copy.results[result].text}</p>
            </div>
          </div>
        )}
      </div>
      <ScriptNotice>{copy.noScript}</ScriptNotice>
    </form>
  );
}

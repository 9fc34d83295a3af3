import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { usePreloadedToasts } from '#app/components/layout/toast-outlet.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Checkbox } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { Modal, modalFooterClass } from '#app/components/ui/modal.tsx';
import { toast } from '#app/lib/toast.ts';
import type { CookiePreferencesCopy } from '#content/pages/cookie-preferences.ts';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

export type CookieChoice = { analytics: boolean; marketing: boolean };

// The __Host- prefix keeps other subdomains from setting it; browsers accept it over https only.
const nameOf = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}cookie-preferences`;
const sixMonthsInSeconds = 182 * 24 * 60 * 60;

/** Off by default: a missing or invalid cookie means no consent. */
export const parseChoice = (cookies: string, isSecure: boolean): CookieChoice => {
  const name = nameOf(isSecure);
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const [, analytics, marketing] = /^analytics:([01])\.marketing:([01])$/.exec(value ?? '') ?? [];
  return { analytics: analytics === '1', marketing: marketing === '1' };
};

export const serializeChoice = (choice: CookieChoice, isSecure: boolean) =>
  [
    `${nameOf(isSecure)}=analytics:${Number(choice.analytics)}.marketing:${Number(choice.marketing)}`,
    `Max-Age=${sixMonthsInSeconds}`,
    'Path=/',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

type CookieKindProps = { title: string; status?: string; description: string; children: ReactNode };

function CookieKind({ title, status, description, children }: CookieKindProps) {
  return (
    <label className="flex cursor-pointer items-start justify-between gap-6 border-t border-line py-4">
      <span>
        <span className="block font-semibold">{title}</span>
        {status && <span className="block text-sm font-semibold text-sea-ink">{status}</span>}
        <span className="block text-sm text-muted">{description}</span>
      </span>
      {children}
    </label>
  );
}

const isSecure = () => window.location.protocol === 'https:';

export function CookiePreferences({ copy }: { copy: CookiePreferencesCopy }) {
  const dialog = useRef<HTMLDialogElement>(null);
  usePreloadedToasts(dialog);
  const [choice, setChoice] = useState<CookieChoice>({ analytics: false, marketing: false });

  const open = () => {
    setChoice(parseChoice(document.cookie, isSecure()));
    dialog.current?.showModal();
  };
  const save = (next: CookieChoice) => {
    document.cookie = serializeChoice(next, isSecure());
    dialog.current?.close();
    toast(copy.saved);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(choice);
  };

  return (
    <>
      <Button size="sm" data-press-early="" className="noscript:hidden" onClick={open}>
        <Icon name="settings" className="size-4.5" />
        {copy.open}
      </Button>
      <ScriptNotice>{copy.noScript}</ScriptNotice>
      <Modal
        ref={dialog}
        titleId="cookie-title"
        heading={
          <h2 id="cookie-title" className="text-2xl">
            {copy.title}
          </h2>
        }
        closeLabel={copy.close}
      >
        <form onSubmit={submit}>
          <p className="mt-3 mb-6 text-sm text-muted">{copy.lead}</p>
          <CookieKind title={copy.essential.title} status={copy.essential.always} description={copy.essential.text}>
            <Checkbox defaultChecked disabled className="mt-1" />
          </CookieKind>
          <CookieKind title={copy.analytics.title} description={copy.analytics.text}>
            <Checkbox
              name="analytics"
              className="mt-1"
              checked={choice.analytics}
              onChange={(event) => setChoice({ ...choice, analytics: event.target.checked })}
            />
          </CookieKind>
          <CookieKind title={copy.marketing.title} description={copy.marketing.text}>
            <Checkbox
              name="marketing"
              className="mt-1"
              checked={choice.marketing}
              onChange={(event) => setChoice({ ...choice, marketing: event.target.checked })}
            />
          </CookieKind>
          {/* Refusing must be as easy as accepting: same style, side by side. */}
          <div className={classNames('mt-2 grid grid-cols-2 gap-3', modalFooterClass)}>
            <Button variant="secondary" className="px-2!" onClick={() => save({ analytics: false, marketing: false })}>
              {copy.refuse}
            </Button>
            <Button variant="secondary" className="px-2!" onClick={() => save({ analytics: true, marketing: true })}>
              {copy.accept}
            </Button>
            <Button type="submit" className="col-span-2">
              {copy.save}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Modal } from '#app/components/ui/modal.tsx';
import { ApiError, api } from '#app/lib/api-client.ts';
import type { MailLinkCopy, MailLinkQuestion } from '#content/pages/mail-links.ts';
import { directionOf, type Language, languageCookie } from '#contract/languages.ts';
import { RatingDialog, readRatingLink } from '#app/marketing/islands/rating-dialog.tsx';
import { bankApi } from '#modules/bank/shared/bank-api.ts';

const security = '/customer-portal/security';
const newPassword = '/customer-auth?view=forgot';

const undoEmailChange = (token: string) => api.auth.email.undo.$post({ json: { token } });

const copies = {
  en: async () => (await import('#content/portal/en/mail-links.ts')).englishMailLinkCopy,
  fr: async () => (await import('#content/pages/mail-links.ts')).mailLinkCopy,
  ar: async () => (await import('#content/portal/ar/mail-links.ts')).arabicMailLinkCopy,
} satisfies Record<Language, () => Promise<MailLinkCopy>>;
const isSpoken = (language: string | undefined): language is Language =>
  language !== undefined && Object.hasOwn(copies, language);

/** The language that was chosen in this browser, or else the one that it prefers, as for mails (`readLanguage` in api/mail/mail.ts). */
function languageOfBrowser(): Language {
  const [, chosen] = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(document.cookie) ?? [];
  return [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isSpoken) ?? 'en';
}

const kinds = {
  verify: {
    send: (token: string, password: string) => api.auth.email.verify.$post({ json: { token, password } }),
    question: 'verify',
    leadsTo: { done: '/customer-auth', expired: '/customer-auth?view=verify' },
  },
  'confirm-email': {
    send: (token: string) => api.auth.email.confirm.$post({ json: { token } }),
    question: 'confirmEmail',
    leadsTo: { done: security, expired: security },
  },
  'cancel-email': {
    send: undoEmailChange,
    question: 'cancelEmail',
    leadsTo: { done: newPassword, expired: '/contact' },
  },
  'revert-email': {
    send: undoEmailChange,
    question: 'revertEmail',
    leadsTo: { done: newPassword, expired: '/contact' },
  },
  'bank-alarm': {
    send: (token: string) => bankApi.auth['bank-alarms'].raise.$post({ json: { token } }),
    question: 'bankAlarm',
    leadsTo: { done: '/contact', expired: '/contact' },
  },
} as const;

export type MailLinkKind = keyof typeof kinds | 'rate' | 'confirm' | 'appointment';

let close = () => {};

/** Resolves with what shows the dialog. It asks before it acts: mail scanners open links too, and opening one must change nothing. */
export async function loadMailLink(kind: MailLinkKind, token: string): Promise<() => void> {
  const onClose = () => close();
  if (kind === 'confirm' || kind === 'appointment') return loadAppointment(token);
  if (kind === 'rate') {
    const { language, ...link } = readRatingLink(token);
    const spoken = isSpoken(language) ? language : languageOfBrowser();
    const copy = await copies[spoken]();
    return () => show(spoken, <RatingDialog {...link} copy={copy} onClose={onClose} />);
  }
  const spoken = languageOfBrowser();
  const copy = await copies[spoken]();
  const { question, ...link } = kinds[kind];
  return () =>
    show(spoken, <MailLinkDialog {...link} question={copy[question]} token={token} copy={copy} onClose={onClose} />);
}

/** In a build with BOOKING=on; links to appointments are those of the page of consultations. */
async function loadAppointment(token: string): Promise<() => void> {
  const spoken = languageOfBrowser();
  if (import.meta.env.VITE_BOOKING !== 'on') throw new Error('There are no appointments.');
  const { AppointmentDialog, loadAppointmentTexts } = await import('#modules/appointments/site/appointment-dialog.tsx');
  const texts = await loadAppointmentTexts(spoken);
  return () => show(spoken, <AppointmentDialog {...texts} token={token} onClose={() => close()} />);
}

function show(spoken: string, dialog: ReactNode) {
  close();
  const container = document.body.appendChild(document.createElement('div'));
  container.lang = spoken;
  container.dir = directionOf(spoken);
  const root = createRoot(container);
  close = () => {
    root.unmount();
    container.remove();
  };
  root.render(dialog);
}

type LinkOutcome = 'done' | 'expired' | 'wrongPassword' | 'tooMany' | 'failed';

async function followLink(request: Promise<unknown>): Promise<LinkOutcome> {
  try {
    await request;
    return 'done';
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'invalid_password') return 'wrongPassword';
    // A truncated token is rejected by validation.
    if (code === 'invalid_token' || code === 'invalid_request') return 'expired';
    return code === 'too_many_requests' ? 'tooMany' : 'failed';
  }
}

type MailLinkDialogProps = {
  send: (token: string, password: string) => Promise<unknown>;
  token: string;
  copy: MailLinkCopy;
  question: MailLinkQuestion;
  leadsTo: { done: string; expired: string };
  onClose: () => void;
};

const icons = { ask: 'mail-check', done: 'badge-check', expired: 'circle-alert' };
const colours = { ask: 'text-azure', done: 'text-success', expired: 'text-danger' };

export function MailLinkDialog({ send, token, copy, question, leadsTo, onClose }: MailLinkDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<'ask' | 'busy' | LinkOutcome>('ask');
  const [password, setPassword] = useState('');
  const screen = step === 'done' || step === 'expired' ? step : 'ask';
  const { title, text, action } = question[screen];
  const { otherwise, password: label } = question.ask;
  const errorMessage = step === 'tooMany' || step === 'failed' || step === 'wrongPassword' ? copy[step] : undefined;
  const isRepeated = step === 'tooMany' || step === 'failed';

  useEffect(() => dialog.current?.showModal(), []);
  // Moves focus to the next control: a removed or disabled button loses it.
  useEffect(() => {
    if (step === 'ask' || step === 'wrongPassword') (field.current ?? next.current)?.focus();
    else if (step !== 'busy') next.current?.focus();
  }, [step]);

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setStep('busy');
    setStep(await followLink(send(token, password)));
  };

  return (
    <Modal
      ref={dialog}
      onClose={onClose}
      titleId="mail-link-title"
      descriptionId="mail-link-text"
      heading={<Icon name={icons[screen]} className={`size-7 ${colours[screen]}`} />}
      closeLabel={copy.close}
    >
      <div aria-live="polite">
        <h2 id="mail-link-title" className="mt-3 text-2xl">
          {title}
        </h2>
        <p id="mail-link-text" className="mt-3">
          {text}
        </p>
      </div>
      {screen === 'ask' ? (
        <form method="post" onSubmit={(event) => void confirm(event)}>
          {label !== undefined && (
            <div className="mt-5">
              <TextField
                ref={field}
                label={label}
                type="password"
                name="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            </div>
          )}
          <p className="mt-3 text-sm text-muted">{otherwise}</p>
          <div role="alert" className="text-sm text-danger">
            {errorMessage !== undefined && <p className="mt-4">{errorMessage}</p>}
          </div>
          <div className="mt-6 grid">
            <Button ref={next} type="submit" disabled={step === 'busy'}>
              {step === 'busy' ? copy.busy : isRepeated ? copy.retry : action}
            </Button>
          </div>
        </form>
      ) : (
        <div className="mt-6 grid">
          <a ref={next} href={leadsTo[screen]} className={buttonClass()}>
            {action}
          </a>
        </div>
      )}
    </Modal>
  );
}

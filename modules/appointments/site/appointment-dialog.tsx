import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AppointmentFacts } from '../shared/appointment-facts.tsx';
import { CancelForm, MoveForm } from '../shared/change-forms.tsx';
import { saveEvent } from '../shared/calendar-file.ts';
import type { SlotFormats } from '../shared/slot-times.ts';
import type { LoadSlots } from '../shared/use-slots.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Modal } from '#app/components/ui/modal.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import type { AppointmentsCopy } from '../copy/portal.en.ts';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import type { FoundAppointment } from '../contract/appointment-schemas.ts';
import type { Language } from '#contract/languages.ts';
import { appointmentsApi } from '../shared/appointments-api.ts';

type Texts = { appointments: AppointmentsCopy; picker: SlotPickerCopy; formats: SlotFormats };

const texts = {
  en: async () => {
    const [copy, { english }] = await Promise.all([import('../copy/portal.en.ts'), import('#app/lib/english.ts')]);
    return { ...copy, formats: english };
  },
  fr: async () => {
    const [copy, { siteFormats }] = await Promise.all([
      import('../copy/portal.fr.ts'),
      import('#app/lib/site-formats.ts'),
    ]);
    return { ...copy, formats: siteFormats };
  },
  ar: async () => {
    const [copy, { arabic }, { rewriteFor }] = await Promise.all([
      import('../copy/portal.ar.ts'),
      import('#app/lib/arabic.ts'),
      import('#app/lib/rewritten-copy.ts'),
    ]);
    return { ...rewriteFor('ar', { ...copy }), formats: arabic(undefined) };
  },
} satisfies Record<Language, () => Promise<Texts>>;

export const loadAppointmentTexts = (language: Language): Promise<Texts> => texts[language]();

/** Each screen is read from its title on. */
const focusTitle = (title: HTMLElement | null) => title?.focus();

const loadSlots: LoadSlots = (request, options) => appointmentsApi.visitor.slots.$get(request, options);

type Screen = 'loading' | 'failed' | 'tooMany' | 'invalid' | 'taken' | 'shown' | 'move' | 'cancel' | 'confirmed';

type Props = Texts & { token: string; onClose: () => void };

/** The page behind the links in mails about an appointment. Nothing changes before a button is pressed: mail scanners open links. */
export function AppointmentDialog({ token, appointments: copy, picker, formats, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [screen, setScreen] = useState<Screen>('loading');
  const [found, setFound] = useState<FoundAppointment>();
  const [done, setDone] = useState<{ title: string; text: string }>();
  const [request, setRequest] = useState({ token });

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    appointmentsApi.visitor.read.$post({ json: request }, { signal }).then(
      (appointment) => {
        if (signal.aborted) return;
        setFound(appointment);
        setScreen('shown');
      },
      (error: unknown) => {
        if (!signal.aborted) setScreen(screenOf(error));
      },
    );
    return () => abort.abort();
  }, [request]);

  const readAgain = () => {
    setScreen('loading');
    setRequest({ token });
  };
  const state = found && stateOf(found);
  const { link } = copy;
  const isAsking = state === 'held' || state === 'expired';
  const heading = (): { title: string; text?: string; action?: string } => {
    if (done !== undefined && screen === 'shown') return done;
    if (screen === 'loading') return { title: link.loading };
    if (screen === 'failed') return { title: copy.load.failed, text: copy.failed };
    if (screen === 'tooMany') return { title: copy.load.failed, text: copy.tooManyRequests };
    if (screen === 'move' || screen === 'cancel') return { title: copy[screen].title };
    if (screen !== 'shown' || state === undefined) return link[screen === 'shown' ? 'invalid' : screen];
    return link[state === 'held' ? 'confirm' : state];
  };
  const { title: titleText, text, action } = heading();
  const isFinal = action !== undefined;
  const isDone = screen === 'confirmed' || (done !== undefined && screen === 'shown');
  const finish = (outcome: { done: string; doneText: string }, status: 'booked' | 'cancelled', startsAt?: string) => {
    setDone({ title: outcome.done, text: outcome.doneText });
    if (startsAt === undefined) setFound((known) => known && { ...known, status });
    else readAgain();
    setScreen(startsAt === undefined ? 'shown' : 'loading');
  };

  return (
    <Modal
      ref={dialog}
      onClose={onClose}
      titleId="appointment-title"
      heading={
        <Icon
          name={isFinal ? 'circle-alert' : isDone ? 'badge-check' : 'clock'}
          className={`size-7 ${isFinal ? 'text-danger' : isDone ? 'text-success' : 'text-azure'}`}
        />
      }
      closeLabel={link.close}
    >
      <h2
        key={`${screen} ${titleText}`}
        ref={focusTitle}
        id="appointment-title"
        tabIndex={-1}
        className="mt-3 text-2xl outline-none"
      >
        {titleText}
      </h2>
      <div className="mt-3 grid gap-5">
        {text !== undefined && <p>{text}</p>}
        {found && screen !== 'invalid' && screen !== 'loading' && (
          <AppointmentFacts appointment={found} copy={copy} picker={picker} formats={formats} />
        )}
        {(screen === 'failed' || screen === 'tooMany') && <Button onClick={readAgain}>{link.retry}</Button>}
        {screen === 'shown' && isAsking && done === undefined && (
          <Confirm
            copy={copy}
            token={token}
            onConfirmed={() => {
              setFound((known) => known && { ...known, status: 'booked' });
              setScreen('confirmed');
            }}
            onFailed={setScreen}
          />
        )}
        {found && (screen === 'confirmed' || (screen === 'shown' && state === 'booked')) && (
          <Actions>
            <Button variant="secondary" size="sm" onClick={() => saveEvent(found, copy)}>
              {copy.calendar}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setScreen('move')}>
              {copy.move.open}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setScreen('cancel')}>
              {copy.cancel.open}
            </Button>
          </Actions>
        )}
        {screen === 'move' && found && (
          <MoveForm
            kind={found.kind}
            {...{ copy, picker, formats, loadSlots }}
            move={(startsAt) => appointmentsApi.visitor.reschedule.$post({ json: { token, startsAt } })}
            onMoved={(startsAt) => finish(copy.move, 'booked', startsAt)}
            onBack={() => setScreen('shown')}
          />
        )}
        {screen === 'cancel' && (
          <CancelForm
            copy={copy}
            cancel={() => appointmentsApi.visitor.cancel.$post({ json: { token } })}
            onCancelled={() => finish(copy.cancel, 'cancelled')}
            onBack={() => setScreen('shown')}
          />
        )}
        {(isFinal || (done !== undefined && state === 'cancelled')) && (
          <Button
            onClick={() => {
              dialog.current?.close();
              // The form is on this page, below the dialog.
              document.querySelector<HTMLElement>('[name=consultationType]')?.focus();
            }}
          >
            {action ?? link.cancelled.action}
          </Button>
        )}
      </div>
    </Modal>
  );
}

const Actions = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-2">{children}</div>;

const screenOf = (error: unknown): Screen => {
  // A truncated token is rejected by validation.
  if (isApiError(error, 'invalid_token') || isApiError(error, 'invalid_request')) return 'invalid';
  return isApiError(error, 'too_many_requests') ? 'tooMany' : 'failed';
};

/** `expired`: it can be confirmed as long as nobody else has its time. */
function stateOf({ status, heldUntil, startsAt }: FoundAppointment) {
  const now = Date.now();
  if (status === 'cancelled') return 'cancelled';
  if (status === 'done' || status === 'no_show' || Date.parse(startsAt) <= now) return 'past';
  if (status === 'booked') return 'booked';
  return heldUntil !== null && Date.parse(heldUntil) <= now ? 'expired' : 'held';
}

type ConfirmProps = {
  copy: AppointmentsCopy;
  token: string;
  onConfirmed: () => void;
  onFailed: (screen: Screen) => void;
};

function Confirm({ copy, token, onConfirmed, onFailed }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const { confirm } = copy.link;
  const send = async () => {
    setBusy(true);
    try {
      await appointmentsApi.visitor.confirm.$post({ json: { token } });
      onConfirmed();
    } catch (error) {
      if (isApiError(error, 'slot_taken')) onFailed('taken');
      else if (isApiError(error, 'invalid_token')) onFailed('invalid');
      else if (isApiError(error, 'appointment_over')) setMessage(copy.over);
      else if (isApiError(error, 'too_many_appointments')) setMessage(copy.tooManyAhead);
      else setMessage(isApiError(error, 'too_many_requests') ? copy.tooManyRequests : copy.failed);
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-4">
      <FormError message={message} />
      <Button disabled={isBusy} onClick={() => void send()}>
        {isBusy ? confirm.busy : confirm.submit}
      </Button>
    </div>
  );
}

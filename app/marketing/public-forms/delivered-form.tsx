import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { typedText } from '#app/lib/form-text.ts';
import { honeypotField, sentAnchor } from '#contract/leads.ts';
import type * as DeliverModule from './deliver.ts';
import { type Delivery, DeliveryAlert, valuesOf } from './delivery-parts.tsx';
import { ignoreSecondClick } from './ignore-second-click.ts';
import type { PublicForm, PublicFormOptions } from './form-types.ts';

/** `posted`: sent by the browser itself, before the form was hydrated. */
type State = 'open' | 'sending' | 'sent' | 'posted' | Partial<DeliverModule.DeliveryFailure>;

type Deliver = ReturnType<typeof DeliverModule.startDelivery>;

let failedUrl: string | undefined;

/** Browsers remember that a module could not be loaded: then it is asked for by another URL, as islands are. */
async function loadDelivery(): Promise<Deliver> {
  try {
    const module =
      failedUrl === undefined
        ? await import('./deliver.ts')
        : ((await import(/* @vite-ignore */ `${failedUrl}?again=${Date.now()}`)) as typeof DeliverModule);
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

/** A public form with `LEADS=deliver`, also without scripts. It stays submitted until a field changes, so that a double click submits once. */
export function useDeliveredForm({
  clearAfterSubmit = false,
  onSent,
  delivery,
  send: sendAs,
}: PublicFormOptions): PublicForm {
  const [state, setState] = useState<State>('open');
  const isSent = state === 'sent' || state === 'posted';
  const isBusy = state === 'sending';
  const deliver = useRef<Promise<Deliver>>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state === 'sent') confirmation.current?.focus();
  }, [state]);

  useEffect(() => {
    // It was touched before it was hydrated, or the browser posted it.
    if (form.current?.contains(document.activeElement)) void touch(deliver);
    if (location.hash !== `#${sentAnchor}`) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    requestAnimationFrame(() => setState('posted'));
  }, []);

  const confirm = (target: HTMLFormElement) => {
    if (clearAfterSubmit) target.reset();
    setState('sent');
    for (const type of ['mousedown', 'click'] as const)
      document.addEventListener(type, ignoreSecondClick, { capture: true, once: true });
    onSent?.();
  };
  const send = async (target: HTMLFormElement, { form: named, page, consent, errors }: Delivery) => {
    setState('sending');
    const values = valuesOf(target);
    const website = typedText(new FormData(target), honeypotField);
    const lead = { form: named, page, consent, values, ...(website !== '' && { website }) };
    const failure = await touch(deliver)
      .then((post) => post(lead, errors, sendAs))
      .catch(() => ({}));
    if (failure !== undefined) return setState(failure);
    // What was typed meanwhile is not part of what was sent.
    if (JSON.stringify(valuesOf(target)) === JSON.stringify(values)) confirm(target);
    else setState('sent');
  };

  return {
    isSent,
    sending: isBusy ? delivery?.sending : undefined,
    failure: delivery !== undefined && typeof state === 'object' && (
      <DeliveryAlert form={form} delivery={delivery} failure={state} />
    ),
    submitProps: {
      type: 'submit',
      // Before hydration the browser posts the form itself.
      disabled: isSent || isBusy,
      'data-loading': undefined,
    },
    confirmation,
    reopen: () => {
      // The submit button is removed: without a new target, focus would return to the top of the page.
      flushSync(() => setState('open'));
      form.current?.querySelector('input')?.focus();
    },
    formProps: {
      ref: form,
      onInput: () => setState((before) => (before === 'sent' || before === 'posted' ? 'open' : before)),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isSent && !isBusy && delivery !== undefined) void send(event.currentTarget, delivery);
      },
      method: 'post',
      action: '/api/leads',
      onFocus: () => void touch(deliver),
    },
  };
}

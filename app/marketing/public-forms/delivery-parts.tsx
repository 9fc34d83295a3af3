import { type RefObject, useEffect, useRef } from 'react';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { DeliveryCopy } from '#content/delivery.ts';
import { honeypotField, type LeadForm, sentAnchor } from '#contract/leads.ts';
import { mailtoLink } from '#contract/mailto.ts';
import type { DeliveryFailure } from './deliver.ts';
import { Confirmation, type ConfirmationProps } from './confirmation.tsx';
import { Trap } from './trap.tsx';

/** What a form needs in order to deliver. */
export type Delivery = DeliveryCopy & {
  form: LeadForm;
  /** The path of the page. */
  page: string;
  /** The hash of the notice that is shown beside the form. */
  consent: string;
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls that the visitor filled in, in their order. */
const filledControls = (form: HTMLFormElement): Control[] =>
  ([...form.elements] as Control[]).filter(
    (control) =>
      control.name &&
      control.value &&
      control.type !== 'hidden' &&
      control.name !== honeypotField &&
      (!('checked' in control) || !/^(?:radio|checkbox)$/.test(control.type) || control.checked),
  );

export const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(filledControls(form).map(({ name, value }) => [name, value]));

const textIn = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim().replace(/ \*$/, '');

/** The label of a field; of a group, what stands above it. */
function labelOf(control: Control): string {
  const group = control.type === 'radio' ? control.closest('fieldset') : null;
  if (group === null) return textIn(control.labels?.[0]);
  const heading = document.getElementById(group.getAttribute('aria-labelledby') ?? '');
  return textIn(heading ?? group.querySelector('legend'));
}

function answerOf(control: Control): string {
  if (control.type === 'radio') return textIn(control.labels?.[0]);
  if (control.type === 'checkbox') return 'oui';
  return 'selectedOptions' in control ? textIn(control.selectedOptions[0]) : control.value;
}

const linesOf = (form: HTMLFormElement) =>
  filledControls(form).map((control) => `${labelOf(control)}\u00a0: ${answerOf(control)}`);

/** Which form it is, for browsers without scripts, and the trap. */
export function DeliveryFields({ delivery }: { delivery: Delivery | undefined }) {
  if (import.meta.env.VITE_LEADS !== 'deliver' || delivery === undefined) return null;
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

type PostedProps = Omit<ConfirmationProps, 'ref'> & { delivery: Delivery | undefined };

/** Where the server sends a browser that posted the form itself: shown by the fragment of the URL, without scripts (main/web/root.tsx). */
export function PostedConfirmation({ delivery, ...confirmation }: PostedProps) {
  const isHydrated = useHydrated();
  if (import.meta.env.VITE_LEADS !== 'deliver' || delivery === undefined || isHydrated) return null;
  return (
    <div id={sentAnchor} data-posted="" className="scroll-mt-24">
      <Confirmation {...confirmation} />
    </div>
  );
}

type DeliveryAlertProps = {
  form: RefObject<HTMLFormElement | null>;
  delivery: Delivery;
  failure: Partial<DeliveryFailure>;
};

/** Below the fields, which keep what was typed. Takes focus when it appears. */
export function DeliveryAlert({ form, delivery: { failed, email }, failure: { reason, field } }: DeliveryAlertProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  const rejected = field === undefined ? null : form.current?.querySelector<Control>(`[name="${field}"]`);
  return (
    <div ref={alert} tabIndex={-1} role="alert" className="scroll-mt-24 border-2 border-danger bg-danger-tint p-5">
      <p className="font-heading text-xl font-bold">{failed.title}</p>
      <p className="mt-1">
        {rejected ? reason?.replace(/\.$/, `\u00a0: ${labelOf(rejected)}.`) : reason} {failed.text}
      </p>
      <a
        href={`mailto:${email}`}
        // When it is followed: what was typed may have changed since.
        onClick={(event) => {
          if (form.current) event.currentTarget.href = mailtoLink(email, failed.subject, linesOf(form.current));
        }}
        className="mt-2 inline-block py-1 font-semibold underline underline-offset-4"
      >
        {failed.mail}
      </a>
    </div>
  );
}

// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type ReactNode, useEffect, useRef } from 'react';
import { Eyebrow } from '#app/marketing/sections/section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { RadioChips, SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ConsultationPage } from '#content/schema/form-pages.ts';
import {
  type CourseTitle,
  FormNotice,
  IdentityFields,
  SubmitLabel,
  useCourseMessage,
  usePublicForm,
} from './public-form.tsx';
import { Confirmation } from './confirmation.tsx';
import type { PublicForm } from './form-types.ts';
import { type Delivery, DeliveryFields, PostedConfirmation } from './delivery-parts.tsx';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

/** In local time: toISOString may give the previous or next day. */
const today = () => {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
};

type ConsultationFormProps = {
  copy: ConsultationPage['form'];
  types: ConsultationPage['types'];
  courses: CourseTitle[];
  delivery?: Delivery | undefined;
  /** Belongs to the form that books a time. */
  booking?: undefined;
};

export function ConsultationForm({ copy, types, courses, delivery }: ConsultationFormProps) {
  const { isSent, sending, failure, submitProps, confirmation, formProps } = usePublicForm({
    name: 'consultation',
    delivery,
  });
  const { fields } = copy;
  const additionalInfo = useCourseMessage(copy.courseMessage, courses);
  const date = useRef<HTMLInputElement>(null);
  // Set in the browser: the prerendered page has the date of its build.
  useEffect(() => date.current?.setAttribute('min', today()), []);

  return (
    <form {...formProps} aria-labelledby="consultation-title" className="grid gap-8">
      {isSent ? (
        <Confirmation ref={confirmation} {...copy.confirmation} />
      ) : (
        <PostedConfirmation delivery={delivery} {...copy.confirmation} />
      )}
      <ConsultationTypes {...types} />
      <ConsultationPart {...copy}>
        <div className="grid gap-x-12 gap-y-5 lg:grid-cols-2">
          <IdentityFields copy={fields} />
          <div className="grid content-start gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField {...fields.preferredDate} ref={date} name="preferredDate" type="date" />
              <SelectField {...fields.meetingType} name="meetingType" defaultValue="" />
            </div>
            <TextAreaField {...fields.additionalInfo} ref={additionalInfo} name="additionalInfo" rows={5} />
          </div>
          <div className="lg:col-span-2">
            <PreferredTime {...fields.preferredTime} />
          </div>
        </div>
      </ConsultationPart>
      <SubmitPart {...{ copy, delivery, failure, submitProps, isSent, sending }} sent={copy.confirmation.title} />
    </form>
  );
}

type ConsultationPartProps = Pick<ConsultationPage['form'], 'eyebrow' | 'title' | 'lead'> & { children: ReactNode };

/** What follows the choice of a type. */
export function ConsultationPart({ eyebrow, title, lead, children }: ConsultationPartProps) {
  return (
    <div className="border-t border-line pt-8">
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <h2 id="consultation-title" className="text-2xl">
        {title}
      </h2>
      <p className="mt-2 mb-5 max-w-prose text-muted">{lead}</p>
      {children}
    </div>
  );
}

/** Half-hours from nine on, where there is room for a line of hours. The last two slots overlap. */
const places = new Map([
  [9, '@min-[52rem]:col-start-1 @min-[52rem]:row-start-2'],
  [10.5, '@min-[52rem]:col-start-4 @min-[52rem]:row-start-2'],
  [14, '@min-[52rem]:col-start-11 @min-[52rem]:row-start-2'],
  [15.5, '@min-[52rem]:col-start-14 @min-[52rem]:row-start-2'],
  [16, '@min-[52rem]:col-start-15 @min-[52rem]:row-start-3'],
]);
const startOf = (slot: string) => {
  const [, hour, minute] = /^(\d+)h(\d+)/.exec(slot) ?? [];
  return Number(hour) + Number(minute) / 60;
};
/** Tint and border: the filled button is the one that sends. */
const chosenClass =
  'has-checked:border-azure! has-checked:bg-tint! has-checked:text-ink! has-checked:ring-1 has-checked:ring-azure';
/** Above the line of hours, not on it, where it would look like a slot. */
const anyTimeClass = `border-dashed @min-[52rem]:col-span-full ${chosenClass}`;
const hours = [9, 10, 11, 12, 13, 14, 15, 16];

/** The slots as a line of hours; in a narrow form, as buttons. */
export function PreferredTime({ label, hint, none, options }: ConsultationPage['form']['fields']['preferredTime']) {
  const slots = options.map((slot) => ({
    value: slot,
    label: slot,
    className: `@min-[52rem]:col-span-2 ${chosenClass} ${places.get(startOf(slot)) ?? ''}`,
  }));
  return (
    <RadioChips
      legend={label}
      hint={hint}
      name="preferredTime"
      options={[{ value: '', label: none, className: anyTimeClass }, ...slots]}
      defaultValue=""
      gridClass="grid grid-cols-2 gap-2 @min-[24rem]:grid-cols-3 @min-[52rem]:grid-cols-16 @min-[52rem]:gap-x-1"
      scale={hours.map((hour) => (
        <span
          key={hour}
          aria-hidden="true"
          className="col-span-2 row-start-4 hidden justify-between rule-claim border-l border-line-strong px-1.5 pt-1 text-xs text-muted last:border-r @min-[52rem]:flex"
        >
          {`${hour}h`}
          {hour === hours.at(-1) && <span>{`${hour + 1}h`}</span>}
        </span>
      ))}
    />
  );
}

type SubmitPartProps = Pick<ConsultationFormProps, 'copy' | 'delivery'> &
  Pick<PublicForm, 'submitProps' | 'isSent' | 'sending' | 'failure'> & { sent: string };

export function SubmitPart({ copy, delivery, failure, submitProps, isSent, sending, sent }: SubmitPartProps) {
  return (
    <div className="grid gap-5">
      <DeliveryFields delivery={delivery} />
      {failure}
      <Button {...submitProps} className="justify-self-start max-sm:w-full">
        <SubmitLabel isSent={isSent} label={copy.submit} sending={sending} sent={sent} />
      </Button>
      <FormNotice {...copy.notice} delivers={delivery !== undefined} />
    </div>
  );
}

/** A native radio group styled as cards: five in a row, or two and three, or one below the other. */
export function ConsultationTypes({ eyebrow, title, lead, items }: ConsultationPage['types']) {
  return (
    <fieldset aria-labelledby="consultation-types-title" aria-describedby="consultation-types-lead">
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <h2 id="consultation-types-title" className="mb-5 text-xl sm:text-2xl">
        {title}
      </h2>
      <div className="grid gap-3 sm:grid-cols-6 xl:grid-cols-5">
        {items.map((type) => (
          <label
            key={type.value}
            className="group relative flex cursor-pointer gap-4 rounded-md border-2 border-line-strong bg-surface p-4 transition-colors hover:border-azure has-checked:border-azure has-checked:bg-tint forced-colors:has-checked:border-[Highlight] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure sm:flex-col sm:gap-3 sm:p-5 sm:max-xl:col-span-2 sm:max-xl:nth-[-n+2]:col-span-3"
          >
            <input type="radio" name="consultationType" value={type.value} className="sr-only" />
            <span className="w-15 shrink-0 text-xs text-muted sm:w-auto sm:text-sm">
              <span className="block font-heading text-3xl font-bold text-ink tabular-nums sm:mr-1 sm:inline">
                {type.minutes}
              </span>
              {' minutes'}
              {/* A brick for each quarter of an hour. */}
              <svg viewBox="0 0 90 9" aria-hidden="true" className="mt-2 block w-full fill-azure sm:max-w-24">
                <path d={Array.from({ length: type.minutes / 15 }, (_, at) => `M${at * 23} 0h21v9h-21z`).join('')} />
              </svg>
            </span>
            <span className="min-w-0">
              <span className="block pr-6 leading-snug font-semibold sm:pr-0">{type.title}</span>
              <span className="mt-1 block text-sm text-muted">{type.text}</span>
            </span>
            <span className="absolute top-4 right-4 grid size-6 place-items-center rounded-full border-2 border-line-strong group-hover:border-azure group-has-checked:border-azure group-has-checked:bg-azure forced-colors:group-has-checked:border-[Highlight]">
              <Icon
                name="check"
                className="hidden size-4 text-on-azure group-has-checked:block forced-colors:text-[Highlight]"
              />
            </span>
          </label>
        ))}
      </div>
      <p id="consultation-types-lead" className="mt-4 text-sm text-muted">
        {lead}
      </p>
    </fieldset>
  );
}

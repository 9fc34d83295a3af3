import { useEffect, useRef } from 'react';
import { Eyebrow } from '#app/components/sections/section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FieldGrid, SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ConsultationPage } from '#content/schema/pages.ts';
import { Confirmation, FormNotice, IdentityFields, useLocalForm } from './public-form.tsx';

/** In local time: toISOString may give the previous or next day. */
const today = () => {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
};

export function ConsultationForm({
  copy,
  types,
}: {
  copy: ConsultationPage['form'];
  types: ConsultationPage['types'];
}) {
  const { isSent, isReady, confirmation, formProps } = useLocalForm({ name: 'consultation' });
  const { fields } = copy;
  const date = useRef<HTMLInputElement>(null);
  // Set in the browser: the prerendered page has the date of its build.
  useEffect(() => date.current?.setAttribute('min', today()), []);

  return (
    <form {...formProps} aria-labelledby="consultation-title" className="grid gap-5">
      <ConsultationTypes {...types} />
      <div className="mt-7 border-t border-line pt-9">
        {copy.eyebrow && <Eyebrow>{copy.eyebrow}</Eyebrow>}
        <h2 id="consultation-title" className="text-2xl">
          {copy.title}
        </h2>
        <p className="mt-2 mb-1 text-muted">{copy.lead}</p>
      </div>
      <IdentityFields copy={fields} />
      <FieldGrid columns={3}>
        <TextField {...fields.preferredDate} ref={date} name="preferredDate" type="date" />
        <SelectField
          {...fields.preferredTime}
          options={fields.preferredTime.options.map((slot) => ({ value: slot, label: slot }))}
          name="preferredTime"
          defaultValue=""
        />
        <SelectField {...fields.meetingType} name="meetingType" defaultValue="" />
      </FieldGrid>
      <TextAreaField {...fields.additionalInfo} name="additionalInfo" rows={4} />
      {isSent && (
        <Confirmation ref={confirmation} title={copy.confirmation.title} description={copy.confirmation.text} />
      )}
      <Button type="submit" disabled={!isReady} className="justify-self-start">
        {copy.submit}
      </Button>
      <FormNotice {...copy.notice} />
    </form>
  );
}

/** A native radio group styled as cards. */
export function ConsultationTypes({ eyebrow, title, lead, items }: ConsultationPage['types']) {
  return (
    <fieldset aria-labelledby="consultation-types-title" aria-describedby="consultation-types-lead">
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <h2 id="consultation-types-title" className="text-2xl">
        {title}
      </h2>
      <p id="consultation-types-lead" className="mt-2 mb-6 text-muted">
        {lead}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {items.map((type) => (
          <label
            key={type.value}
            className="group relative flex cursor-pointer gap-4 rounded-lg border border-line-strong bg-surface p-5 transition-colors hover:border-azure has-checked:border-azure has-checked:bg-tint has-checked:ring-1 has-checked:ring-azure has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure"
          >
            <input type="radio" name="consultationType" value={type.value} className="sr-only" />
            <Icon name={type.icon} className="mt-0.5 size-6 text-azure" />
            <span className="min-w-0 pr-6">
              <span className="block font-semibold">{type.title}</span>
              <span className="block text-sm font-medium text-sea-ink">{type.minutes} minutes</span>
              <span className="mt-1 block text-sm text-muted">{type.text}</span>
            </span>
            <span className="absolute top-4 right-4 hidden size-6 place-items-center rounded-full bg-azure text-on-azure group-has-checked:grid">
              <Icon name="check" className="size-4" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

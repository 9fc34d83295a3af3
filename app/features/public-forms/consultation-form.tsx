import { useEffect, useRef } from 'react';
import { Eyebrow } from '#app/components/sections/section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FieldGrid, SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import type { ConsultationPage } from '#content/schema/pages.ts';
import { Confirmation } from './confirmation.tsx';
import { ConsultationTypes } from './consultation-types.tsx';
import { FormNotice } from './form-notice.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { useLocalForm } from './use-local-form.ts';

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
      {isSent && <Confirmation ref={confirmation} {...copy.confirmation} />}
      <Button type="submit" disabled={!isReady} className="justify-self-start">
        {copy.submit}
      </Button>
      <FormNotice {...copy.notice} />
    </form>
  );
}

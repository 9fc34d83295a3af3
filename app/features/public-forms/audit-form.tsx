import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { SelectField, TextAreaField } from '#app/components/ui/field.tsx';
import type { AuditPage } from '#content/schema/pages.ts';
import { Confirmation } from './confirmation.tsx';
import { FormNotice } from './form-notice.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { useLocalForm } from './use-local-form.ts';

export function AuditForm({ words }: { words: AuditPage['form'] }) {
  const { isSent, isReady, confirmation, formProps } = useLocalForm({ name: 'free-audit' });
  const [hasAgreed, setAgreed] = useState(false);
  const { fields } = words;
  return (
    <form {...formProps} aria-labelledby="audit-title" className="grid gap-5">
      <IdentityFields words={fields} phoneRequired />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...fields.employees} name="employees" defaultValue="" />
        <SelectField {...fields.industry} name="industry" defaultValue="" />
        <SelectField {...fields.priority} name="priority" defaultValue="" />
        <SelectField {...fields.timeline} name="timeline" defaultValue="" />
      </div>
      <TextAreaField {...fields.currentChallenges} name="currentChallenges" rows={4} />
      <label className="flex cursor-pointer gap-3 text-sm">
        <input
          type="checkbox"
          name="agreeTerms"
          value="true"
          checked={hasAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-azure"
        />
        <span>{fields.agreeTerms.label}</span>
      </label>
      {isSent && <Confirmation ref={confirmation} {...words.confirmation} />}
      <Button type="submit" disabled={!isReady || !hasAgreed} className="justify-self-start">
        {words.submit}
      </Button>
      <FormNotice {...words.notice} />
    </form>
  );
}

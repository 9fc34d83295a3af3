import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FieldGrid, SelectField, TextAreaField } from '#app/components/ui/field.tsx';
import type { AuditPage } from '#content/schema/pages.ts';
import { Confirmation, FormNotice, IdentityFields, useLocalForm } from './public-form.tsx';

export function AuditForm({ copy }: { copy: AuditPage['form'] }) {
  const { isSent, isReady, confirmation, formProps } = useLocalForm({ name: 'free-audit' });
  const [hasAgreed, setAgreed] = useState(false);
  const hintId = useId();
  const agreeBox = useRef<HTMLInputElement>(null);
  // It may have been ticked before hydration.
  useEffect(() => setAgreed(agreeBox.current?.checked ?? false), []);
  const { fields } = copy;
  return (
    <form {...formProps} aria-labelledby="audit-title" className="grid gap-5">
      <IdentityFields copy={fields} phoneRequired />
      <FieldGrid columns={2}>
        <SelectField {...fields.employees} name="employees" defaultValue="" />
        <SelectField {...fields.industry} name="industry" defaultValue="" />
        <SelectField {...fields.priority} name="priority" defaultValue="" />
        <SelectField {...fields.timeline} name="timeline" defaultValue="" />
      </FieldGrid>
      <TextAreaField {...fields.currentChallenges} name="currentChallenges" rows={4} />
      <div>
        <label className="flex cursor-pointer gap-3 text-sm">
          <input
            type="checkbox"
            name="agreeTerms"
            value="true"
            ref={agreeBox}
            aria-describedby={hintId}
            onChange={(event) => setAgreed(event.target.checked)}
            className="mt-0.5 size-5 shrink-0 accent-azure"
          />
          <span>{fields.agreeTerms.label}</span>
        </label>
        <p id={hintId} className="mt-1.5 pl-8 text-xs text-muted">
          {fields.agreeTerms.hint}
        </p>
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 pl-8 text-sm">
          {copy.agreeTermsLinks.map((link) => (
            // In another tab, so that the form keeps its input.
            <a key={link.to} href={link.to} target="_blank" className="text-azure underline underline-offset-4">
              {link.label}
              <span className="sr-only"> (nouvel onglet)</span>
            </a>
          ))}
        </p>
      </div>
      {isSent && (
        <Confirmation ref={confirmation} title={copy.confirmation.title} description={copy.confirmation.text} />
      )}
      <Button type="submit" disabled={!isReady || !hasAgreed} className="justify-self-start">
        {copy.submit}
      </Button>
      <FormNotice {...copy.notice} />
    </form>
  );
}

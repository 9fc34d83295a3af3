// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox, FieldGrid, SelectField, TextAreaField } from '#app/components/ui/field.tsx';
import { readMissingBricks } from '#app/marketing/self-check/carry-bricks.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { AuditPage } from '#content/schema/form-pages.ts';
import { FormNotice, IdentityFields, SubmitLabel, usePublicForm } from './public-form.tsx';
import { Confirmation } from './confirmation.tsx';
import { type Delivery, DeliveryFields, PostedConfirmation } from './delivery-parts.tsx';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

type AuditFormProps = {
  copy: AuditPage['form'];
  /** Those of the checklist, in order. */ checks: string[];
  delivery?: Delivery | undefined;
};

export function AuditForm({ copy, checks, delivery }: AuditFormProps) {
  const { isSent, sending, failure, submitProps, confirmation, formProps } = usePublicForm({
    name: 'free-audit',
    delivery,
  });
  const isHydrated = useHydrated();
  const [hasAgreed, setAgreed] = useState(false);
  const submitHintId = useId();
  const agreeBox = useRef<HTMLInputElement>(null);
  // It may have been ticked before hydration.
  useEffect(() => setAgreed(agreeBox.current?.checked ?? false), []);
  const currentChallenges = useMissingBricks(copy.missingBricks, checks);
  const { fields } = copy;
  return (
    <form {...formProps} aria-labelledby="audit-title" className="grid gap-5">
      {isSent ? (
        <Confirmation ref={confirmation} {...copy.confirmation} />
      ) : (
        <PostedConfirmation delivery={delivery} {...copy.confirmation} />
      )}
      <IdentityFields copy={fields} phoneRequired />
      <FieldGrid columns={2}>
        <SelectField {...fields.employees} name="employees" defaultValue="" />
        <SelectField {...fields.industry} name="industry" defaultValue="" />
        <SelectField {...fields.priority} name="priority" defaultValue="" />
        <SelectField {...fields.timeline} name="timeline" defaultValue="" />
      </FieldGrid>
      <TextAreaField {...fields.currentChallenges} ref={currentChallenges} name="currentChallenges" rows={3} />
      <div>
        <label className="flex cursor-pointer gap-3 text-sm">
          <Checkbox
            name="agreeTerms"
            value="true"
            ref={agreeBox}
            required={delivery !== undefined}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <span>{fields.agreeTerms.label}</span>
        </label>
        <p className="mt-1 flex flex-wrap gap-x-5 pl-8.5 text-sm">
          {copy.agreeTermsLinks.map((link) => (
            // In another tab, so that the form keeps its input.
            <a key={link.to} href={link.to} target="_blank" className="py-1 text-azure underline underline-offset-4">
              {link.label}
              <span className="sr-only"> (nouvel onglet)</span>
            </a>
          ))}
        </p>
      </div>
      <DeliveryFields delivery={delivery} />
      {failure}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          {...submitProps}
          // Without scripts the checkbox is required instead.
          disabled={submitProps.disabled || (!hasAgreed && (isHydrated || delivery === undefined))}
          data-loading={hasAgreed ? submitProps['data-loading'] : undefined}
          aria-describedby={submitHintId}
          className="max-sm:w-full"
        >
          <SubmitLabel isSent={isSent} label={copy.submit} sending={sending} sent={copy.confirmation.title} />
        </Button>
        {!hasAgreed && (
          <p id={submitHintId} className="text-sm text-muted">
            {copy.submitHint}
          </p>
        )}
      </div>
      <FormNotice {...copy.notice} delivers={delivery !== undefined} />
    </form>
  );
}

/** Fills the empty field, once, with what « Montez votre mur » carried here. */
function useMissingBricks(introduction: string, checks: string[]) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const missing = readMissingBricks(location.hash);
    if (missing.length === 0) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    if (field.current?.value !== '') return;
    field.current.value = [introduction, ...missing.map((number) => `${number}. ${checks[number - 1]}`)].join('\n');
  }, [introduction, checks]);
  return field;
}

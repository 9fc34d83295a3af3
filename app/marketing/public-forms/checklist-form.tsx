// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { ChecklistSheet } from '#app/marketing/pictures/checklist-sheet.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { SelectField } from '#app/components/ui/field.tsx';
import { usePreloadedToasts } from '#app/components/layout/toast-outlet.tsx';
import { toast } from '#app/lib/toast.ts';
import type { HomePage } from '#content/schema/pages.ts';
import { FormNotice, IdentityFields, usePublicForm } from './public-form.tsx';
import { Confirmation } from './confirmation.tsx';
import { type Delivery, DeliveryFields, PostedConfirmation } from './delivery-parts.tsx';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

type ChecklistFormProps = { copy: HomePage['checklist']; delivery?: Delivery | undefined };

export function ChecklistForm({ copy, delivery }: ChecklistFormProps) {
  const { isSent, sending, failure, submitProps, confirmation, reopen, formProps } = usePublicForm({
    name: 'checklist',
    delivery,
    onSent: () => toast({ title: copy.confirmation.toast }),
  });
  usePreloadedToasts(formProps.ref);
  if (isSent) {
    return (
      <>
        <Confirmation ref={confirmation} title={copy.confirmation.title} text={copy.confirmation.text}>
          <Button variant="secondary" size="sm" className="mt-4" onClick={reopen}>
            {copy.confirmation.again}
          </Button>
        </Confirmation>
        <ChecklistSheet {...copy.sheet} variant="checks" className="mt-6" />
      </>
    );
  }
  return (
    <form {...formProps} aria-labelledby="checklist-title" className="grid gap-5">
      <PostedConfirmation delivery={delivery} title={copy.confirmation.title} text={copy.confirmation.text} />
      <IdentityFields copy={copy.fields} />
      <SelectField {...copy.fields.service} name="service" defaultValue="" />
      <DeliveryFields delivery={delivery} />
      {failure}
      <Button {...submitProps}>{sending ?? copy.submit}</Button>
      <FormNotice {...copy.notice} delivers={delivery !== undefined} />
    </form>
  );
}

import { Button } from '#app/components/ui/button.tsx';
import { SelectField } from '#app/components/ui/field.tsx';
import { usePreloadedToasts } from '#app/components/layout/use-preloaded-toasts.ts';
import { toast } from '#app/lib/toast.ts';
import type { HomePage } from '#content/schema/pages.ts';
import { Confirmation } from './confirmation.tsx';
import { FormNotice } from './form-notice.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { useLocalForm } from './use-local-form.ts';

export function ChecklistForm({ words }: { words: HomePage['checklist'] }) {
  const { isSent, isReady, confirmation, reopen, formProps } = useLocalForm({
    name: 'checklist',
    onSent: () => toast({ title: words.confirmation.toast }),
  });
  usePreloadedToasts(formProps.ref);
  if (isSent) {
    return (
      <Confirmation ref={confirmation} title={words.confirmation.title} text={words.confirmation.text}>
        <Button look="secondary" size="sm" className="mt-4" onClick={reopen}>
          {words.confirmation.again}
        </Button>
      </Confirmation>
    );
  }
  return (
    <form {...formProps} aria-labelledby="checklist-title" className="grid gap-5">
      <IdentityFields words={words.fields} />
      <SelectField {...words.fields.service} name="service" defaultValue="" />
      <Button type="submit" disabled={!isReady}>
        {words.submit}
      </Button>
      <FormNotice {...words.notice} />
    </form>
  );
}

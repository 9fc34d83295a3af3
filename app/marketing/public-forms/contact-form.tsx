// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { Button } from '#app/components/ui/button.tsx';
import { SelectField, TextAreaField } from '#app/components/ui/field.tsx';
import type { ContactPage } from '#content/schema/form-pages.ts';
import {
  type CourseTitle,
  FormNotice,
  IdentityFields,
  SubmitLabel,
  useCourseMessage,
  usePublicForm,
} from './public-form.tsx';
import { Confirmation } from './confirmation.tsx';
import { type Delivery, DeliveryFields, PostedConfirmation } from './delivery-parts.tsx';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

type ContactFormProps = { copy: ContactPage['form']; courses: CourseTitle[]; delivery?: Delivery | undefined };

export function ContactForm({ copy, courses, delivery }: ContactFormProps) {
  const { isSent, sending, failure, submitProps, confirmation, formProps } = usePublicForm({
    name: 'contact',
    clearAfterSubmit: true,
    delivery,
  });
  const { fields } = copy;
  const message = useCourseMessage(copy.courseMessage, courses);

  return (
    <form {...formProps} aria-labelledby="contact-title" className="grid gap-5">
      {isSent ? (
        <Confirmation ref={confirmation} {...copy.confirmation} />
      ) : (
        <PostedConfirmation delivery={delivery} {...copy.confirmation} />
      )}
      <IdentityFields copy={fields} />
      <SelectField {...fields.service} name="service" defaultValue="" />
      <TextAreaField {...fields.message} ref={message} name="message" rows={6} required />
      <DeliveryFields delivery={delivery} />
      {failure}
      <Button {...submitProps} className="justify-self-start max-sm:w-full">
        <SubmitLabel isSent={isSent} label={copy.submit} sending={sending} sent={copy.confirmation.title} />
      </Button>
      <FormNotice {...copy.notice} delivers={delivery !== undefined} />
    </form>
  );
}

import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { SelectField, TextAreaField } from '#app/components/ui/field.tsx';
import type { ContactPage } from '#content/schema/form-pages.ts';
import { Confirmation, FormNotice, IdentityFields, useLocalForm } from './public-form.tsx';

type ContactFormProps = { copy: ContactPage['form']; courses: { slug: string; title: string }[] };

export function ContactForm({ copy, courses }: ContactFormProps) {
  const { isSent, isReady, confirmation, formProps } = useLocalForm({ name: 'contact', clearAfterSubmit: true });
  const { fields } = copy;
  const message = useRef<HTMLTextAreaElement>(null);

  // The quote button of a course leads to /contact?formation=<slug>.
  useEffect(() => {
    const slug = new URLSearchParams(location.search).get('formation');
    const course = courses.find((entry) => entry.slug === slug);
    if (course && message.current?.value === '') message.current.value = copy.courseMessage.replace('%s', course.title);
  }, [courses, copy]);

  return (
    <form {...formProps} aria-labelledby="contact-title" className="grid gap-5">
      <IdentityFields copy={fields} />
      <SelectField {...fields.service} name="service" defaultValue="" />
      <TextAreaField {...fields.message} ref={message} name="message" rows={6} required />
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

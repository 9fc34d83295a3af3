import { type FormEvent, useContext, useEffect, useRef, useState } from 'react';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { FormError, Notice } from '#app/components/ui/notice.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { textOf, typedText } from '#app/lib/form-text.ts';
import { newKey } from '#app/lib/idempotency-key.ts';
import { StaffContext, useErrorMessage, useFormats } from '#app/lib/portal-context.ts';
import type { NoCustomerCopy } from '#content/portal/en/no-customer.ts';
import { hasVisibleText, maxCompanyNameLength, maxTicketDescriptionLength } from '#contract/limits.ts';

type NoCustomerProps = WriteToStaffProps & { support: { email: string; phone: string; phoneHref: string } };

/** In place of every screen about a customer. */
export function NoCustomer({ support, ...props }: NoCustomerProps) {
  const isStaff = useContext(StaffContext);
  const { copy } = props;
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 rounded-lg border border-line bg-surface px-6 py-10 text-center sm:px-10">
      <BrickPicture variant="apart" />
      <h2 className="text-2xl">{copy.required.title}</h2>
      <p className="text-muted">{copy.required.description}</p>
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm font-semibold text-azure">
        <a href={`mailto:${support.email}`} className="py-1 hover:underline">
          <bdi>{support.email}</bdi>
        </a>
        <a href={support.phoneHref} className="py-1 hover:underline">
          <bdi>{support.phone}</bdi>
        </a>
      </p>
      {isStaff ? (
        <a href="/desk" className={buttonClass('secondary', 'sm')}>
          {copy.desk}
        </a>
      ) : (
        <WriteToStaff {...props} />
      )}
    </section>
  );
}

type WriteToStaffProps = {
  copy: NoCustomerCopy;
  email: string;
  /** The user has a company since the page was loaded. */
  onLinked: () => void;
  onSignedOut: () => void;
};

/** What a user without a company can do: be invited, or write to staff. */
function WriteToStaff({ copy, email, ...handlers }: WriteToStaffProps) {
  const [isSent, setIsSent] = useState(false);
  const address = <bdi className="font-semibold wrap-anywhere text-ink">{email}</bdi>;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSent) notice.current?.focus();
  }, [isSent]);
  return (
    <div className="mt-2 grid w-full gap-5 border-t border-line pt-6 text-start">
      <p className="text-sm text-muted">
        <Parts of={copy.invited(address)} />
      </p>
      <div className="grid gap-1">
        <h3 className="font-sans text-base font-semibold tracking-normal">{copy.title}</h3>
        {!isSent && (
          <p className="text-sm text-muted">
            <Parts of={copy.description(address)} />
          </p>
        )}
      </div>
      {isSent ? (
        <div ref={notice} tabIndex={-1} role="status" className="rounded-md outline-none">
          <Notice variant="success">
            <p className="font-semibold">{copy.sent.title}</p>
            <p>
              <Parts of={copy.sent.description(<bdi>{email}</bdi>)} />
            </p>
          </Notice>
        </div>
      ) : (
        <MessageForm {...handlers} copy={copy} onSent={() => setIsSent(true)} />
      )}
    </div>
  );
}

type Errors = { company?: string; body?: string; failure?: string };
type MessageFormProps = Omit<WriteToStaffProps, 'email'> & { onSent: () => void };

function MessageForm({ copy, onSent, onLinked, onSignedOut }: MessageFormProps) {
  const messageOf = useErrorMessage();
  const { number } = useFormats();
  // All attempts have the same key, so that the server keeps a message once.
  const [key] = useState(newKey);
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setIsBusy] = useState(false);
  // A second click can come before the next render.
  const sending = useRef(false);

  const validate = (company: string, body: string): Errors => ({
    ...(!hasVisibleText(company) && { company: copy.company.missing }),
    ...(!hasVisibleText(body) && { body: copy.message.missing }),
    ...(body.length > maxTicketDescriptionLength && {
      body: copy.message.tooLong(number(maxTicketDescriptionLength), number(body.length)),
    }),
  });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const json = { company: textOf(data, 'company'), body: typedText(data, 'body') };
    const found = validate(json.company, json.body);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    sending.current = true;
    setIsBusy(true);
    try {
      await api.portal.messages.$post({ json, header: { 'Idempotency-Key': key } });
      onSent();
    } catch (error) {
      if (isApiError(error, 'unauthorized')) onSignedOut();
      if (isApiError(error, 'already_member')) onLinked();
      setErrors({ failure: copy.notSent(messageOf(error)) });
    } finally {
      sending.current = false;
      setIsBusy(false);
    }
  };
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <TextField
        label={copy.company.label}
        name="company"
        required
        autoComplete="organization"
        maxLength={maxCompanyNameLength}
        dir="auto"
        error={errors.company}
      />
      <TextAreaField
        label={copy.message.label}
        name="body"
        required
        rows={4}
        dir="auto"
        className="reply-text"
        error={errors.body}
      />
      <FormError message={errors.failure} />
      <Button type="submit" aria-disabled={isBusy} className="justify-self-start aria-disabled:opacity-60">
        {isBusy ? copy.busy : copy.submit}
      </Button>
    </form>
  );
}

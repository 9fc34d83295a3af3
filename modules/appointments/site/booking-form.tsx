import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { typedText } from '#app/lib/form-text.ts';
import type { BookingStepCopy } from '../copy/site.fr.ts';
import type * as StepModule from './booking-step.tsx';
import {
  type ConsultationForm,
  ConsultationPart,
  ConsultationTypes,
  PreferredTime,
  SubmitPart,
} from '#app/marketing/public-forms/consultation-form.tsx';
import { Confirmation } from '#app/marketing/public-forms/confirmation.tsx';
import type { Send } from '#app/marketing/public-forms/deliver.ts';
import { PostedConfirmation } from '#app/marketing/public-forms/delivery-parts.tsx';
import { IdentityFields, useCourseMessage, usePublicForm } from '#app/marketing/public-forms/public-form.tsx';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

type BookingFormProps = Omit<ComponentProps<typeof ConsultationForm>, 'booking'> & { booking: BookingStepCopy };
type Step = typeof StepModule;

function answersOf(form: HTMLFormElement | null) {
  const data = form === null ? new FormData() : new FormData(form);
  return { kind: typedText(data, 'consultationType'), meeting: typedText(data, 'meetingType') };
}

/** The consultation form where visitors book a free time themselves. Without scripts it sends a request, as that form does. */
export function BookingForm({ copy, types, courses, delivery, booking }: BookingFormProps) {
  const [step, setStep] = useState<Step | 'failed'>();
  const [answers, setAnswers] = useState({ kind: '', meeting: '' });
  const [choice, setChoice] = useState<StepModule.BookingChoice>({});
  const [held, setHeld] = useState<StepModule.Held>();
  /** The picker says why the last attempt failed. */
  const [isTold, setTold] = useState(false);
  const loaded = step === 'failed' ? undefined : step;
  const slots = useRef<HTMLElement>(null);
  const stepHandle = useRef<StepModule.StepHandle>(null);
  const { startsAt } = choice;
  const isHold = startsAt !== undefined;
  const hold: Send | undefined =
    loaded && startsAt !== undefined
      ? (lead, key) =>
          loaded.sendHold(startsAt, lead, key).then(setHeld, (error: unknown) => {
            const told = loaded.choiceAfter(error);
            if (told !== undefined) {
              setChoice(told);
              setTold(true);
              stepHandle.current?.reload();
              slots.current?.focus();
            }
            throw error;
          })
      : undefined;
  const { isSent, sending, failure, submitProps, confirmation, formProps } = usePublicForm({
    name: 'consultation',
    delivery,
    // Without a time the form is sent as a lead.
    send: hold,
  });
  const form = formProps.ref;
  const { fields } = copy;
  const additionalInfo = useCourseMessage(copy.courseMessage, courses);

  const touch = () => {
    if (step === undefined) import('./booking-step.tsx').then(setStep, () => setStep('failed'));
  };
  const readAnswers = () => {
    const given = answersOf(form.current);
    setAnswers(given);
    // Another kind takes another time.
    if (given.kind !== answers.kind) setChoice({});
  };
  // It may have been chosen before hydration.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setAnswers(answersOf(slots.current?.closest('form') ?? null)));
    return () => cancelAnimationFrame(frame);
  }, []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    setHeld(undefined);
    setTold(false);
    if (loaded === undefined || answers.kind === '' || isHold || choice.isNone) return formProps.onSubmit?.(event);
    event.preventDefault();
    setChoice({ isMissing: true });
    slots.current?.focus();
  };

  return (
    <form
      {...formProps}
      onFocus={(event) => {
        formProps.onFocus?.(event);
        touch();
      }}
      onChange={() => {
        touch();
        readAnswers();
      }}
      onSubmit={submit}
      aria-labelledby="consultation-title"
      className="grid gap-8"
    >
      {isSent && !isHold ? (
        <Confirmation ref={confirmation} {...copy.confirmation} />
      ) : (
        <PostedConfirmation delivery={delivery} {...copy.confirmation} />
      )}
      {loaded && held && <loaded.HeldConfirmation ref={confirmation} held={held} />}
      <ConsultationTypes {...types} />
      <ConsultationPart {...copy}>
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <div className="grid min-w-0 content-start gap-5">
            <IdentityFields copy={fields} phoneRequired={answers.meeting === 'phone'} />
            <SelectField {...fields.meetingType} name="meetingType" required defaultValue="" />
            <TextAreaField {...fields.additionalInfo} ref={additionalInfo} name="additionalInfo" rows={3} />
          </div>
          <section
            ref={slots}
            data-slots=""
            tabIndex={-1}
            aria-labelledby="slots-title"
            className="min-w-0 scroll-mt-24 outline-none"
          >
            <h3 id="slots-title" className="mb-3 text-lg noscript:sr-only">
              {booking.title}
            </h3>
            {loaded && answers.kind !== '' ? (
              <loaded.BookingStep ref={stepHandle} kind={answers.kind} choice={choice} onChoose={setChoice} />
            ) : (
              <p role="status" className="rounded-md bg-tint px-4 py-3 text-sm noscript:hidden">
                {step === 'failed' ? booking.failed : booking.waiting}
              </p>
            )}
            <noscript>
              <div className="grid gap-5">
                <TextField {...fields.preferredDate} name="preferredDate" type="date" />
                <PreferredTime {...fields.preferredTime} />
              </div>
            </noscript>
          </section>
        </div>
      </ConsultationPart>
      <SubmitPart
        {...{ copy, delivery, submitProps, isSent, sending }}
        failure={!isTold && failure}
        sent={isHold && loaded ? loaded.heldLabel : copy.confirmation.title}
      />
    </form>
  );
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Modal } from '#app/components/ui/modal.tsx';
import { ApiError, api } from '#app/lib/api-client.ts';
import type { MailLinkCopy } from '#content/pages/mail-links.ts';
import type { RatingLink } from '#contract/conversation.ts';
import { type Rating, ratings } from '#contract/ticket-states.ts';

/** `<language>.<suggested answer>.<token>`: the mail has a link for each answer. */
export function readRatingLink(fragment: string) {
  const [, language = 'en', choice, token = ''] = /^([a-z]{2})\.([a-z]+)\.(.*)/.exec(fragment) ?? [];
  return { language, choice: ratings.find((known) => known === choice), token };
}

type Step = 'busy' | 'asks' | 'thanks' | 'expired' | 'over' | 'tooMany' | 'failed';

function stepOf(error: unknown): Step {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'invalid_token' || code === 'invalid_request') return 'expired';
  if (code === 'rating_closed') return 'over';
  return code === 'too_many_requests' ? 'tooMany' : 'failed';
}

type RatingDialogProps = { choice: Rating | undefined; token: string; copy: MailLinkCopy; onClose: () => void };

/** Asks how our help was. Nothing is stored before an answer is pressed. */
export function RatingDialog({ choice, token, copy, onClose }: RatingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  const [step, setStep] = useState<Step>('busy');
  const [link, setLink] = useState<RatingLink>();
  const texts = copy.rate;

  const show = (then: Step, found?: RatingLink) => {
    // The button that is focused next must be there.
    flushSync(() => {
      if (found !== undefined) setLink(found);
      setStep(then);
    });
    next.current?.focus();
  };
  const follow = (request: Promise<RatingLink>, then: Step) =>
    request.then(
      (found) => show(then, found),
      (error: unknown) => show(stepOf(error)),
    );
  const read = () => follow(api.auth.ratings.read.$post({ json: { token } }), 'asks');
  const send = (rating: Rating) => {
    setStep('busy');
    void follow(api.auth.ratings.send.$post({ json: { token, rating } }), 'thanks');
  };

  const open = useEffectEvent(() => {
    dialog.current?.showModal();
    void read();
  });
  useEffect(() => open(), []);

  const end = step === 'expired' || step === 'over' ? texts[step] : undefined;
  const chosen = step === 'asks' ? (choice ?? link?.rating) : link?.rating;
  return (
    <Modal
      ref={dialog}
      onClose={onClose}
      titleId="rating-title"
      descriptionId="rating-text"
      heading={
        <Icon
          name={end ? 'circle-alert' : step === 'thanks' ? 'badge-check' : 'mail-check'}
          className={`size-7 ${end ? 'text-danger' : step === 'thanks' ? 'text-success' : 'text-azure'}`}
        />
      }
      closeLabel={copy.close}
    >
      <div aria-live="polite">
        <h2 id="rating-title" className="mt-3 text-2xl">
          {end?.title ?? texts.title}
        </h2>
        {link && !end && (
          <p className="mt-3 font-semibold break-words">
            #{link.shortNumber} <bdi>{link.subject}</bdi>
          </p>
        )}
        <p id="rating-text" className="mt-3">
          {end?.text ?? (step === 'thanks' ? texts.thanks : link ? texts.text : copy.loading)}
        </p>
      </div>
      <div role="alert" className="text-sm text-danger">
        {(step === 'tooMany' || step === 'failed') && <p className="mt-4">{copy[step]}</p>}
      </div>
      {end ? (
        <div className="mt-6 grid">
          <a ref={next} href="/customer-portal/support" className={buttonClass()}>
            {texts.open}
          </a>
        </div>
      ) : link ? (
        <div className="mt-6 flex flex-wrap gap-3">
          {ratings.map((rating) => (
            <Button
              key={rating}
              ref={rating === chosen ? next : undefined}
              variant={rating === chosen ? 'primary' : 'secondary'}
              aria-pressed={link.rating === rating}
              disabled={step === 'busy'}
              className="grow"
              onClick={() => send(rating)}
            >
              {texts.choices[rating]}
            </Button>
          ))}
        </div>
      ) : (
        step !== 'busy' && (
          <div className="mt-6 grid">
            <Button ref={next} onClick={() => void read()}>
              {copy.retry}
            </Button>
          </div>
        )
      )}
    </Modal>
  );
}

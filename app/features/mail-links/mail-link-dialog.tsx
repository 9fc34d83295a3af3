import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Modal } from '#app/components/ui/modal.tsx';
import type { MailLinkQuestion, MailLinkWords } from '#content/schema/mail-links.ts';
import { followLink, type LinkOutcome } from './follow-link.ts';

type MailLinkDialogProps = {
  /** Where the token goes, once the button is pressed. */
  door: string;
  token: string;
  words: MailLinkWords;
  question: MailLinkQuestion;
  leadsTo: { done: string; expired: string };
  onClose: () => void;
};

const icons = { ask: 'mail-check', done: 'badge-check', expired: 'circle-alert' };
const colours = { ask: 'text-azure', done: 'text-success', expired: 'text-danger' };

export function MailLinkDialog({ door, token, words, question, leadsTo, onClose }: MailLinkDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  const [step, setStep] = useState<'ask' | 'busy' | LinkOutcome>('ask');
  const said = step === 'done' || step === 'expired' ? step : 'ask';
  const { title, text, action } = question[said];
  const problem = step === 'tooMany' || step === 'failed' ? words[step] : undefined;

  useEffect(() => dialog.current?.showModal(), []);
  // What can be done next has the focus: a button that is gone, or was switched off, lets go of it.
  useEffect(() => {
    if (step !== 'busy') next.current?.focus();
  }, [step]);

  const confirm = async () => {
    setStep('busy');
    setStep(await followLink(door, token));
  };

  return (
    <Modal
      ref={dialog}
      onClose={onClose}
      titleId="mail-link-title"
      textId="mail-link-text"
      heading={<Icon name={icons[said]} className={`size-7 ${colours[said]}`} />}
      closeLabel={words.close}
    >
      <div aria-live="polite">
        <h2 id="mail-link-title" className="mt-3 text-2xl">
          {title}
        </h2>
        <p id="mail-link-text" className="mt-3">
          {text}
        </p>
      </div>
      {said === 'ask' && <p className="mt-3 text-sm text-muted">{question.ask.otherwise}</p>}
      <div role="alert" className="text-sm text-danger">
        {problem !== undefined && <p className="mt-4">{problem}</p>}
      </div>
      <div className="mt-6 grid">
        {said === 'ask' ? (
          <Button ref={next} disabled={step === 'busy'} onClick={() => void confirm()}>
            {step === 'busy' ? words.busy : problem === undefined ? action : words.retry}
          </Button>
        ) : (
          <a ref={next} href={leadsTo[said]} className={buttonClass()}>
            {action}
          </a>
        )}
      </div>
    </Modal>
  );
}

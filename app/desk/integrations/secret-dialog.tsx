import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { modalFooterClass } from '#app/components/ui/modal.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { DeskModal } from '#app/desk/components/desk-dialog.tsx';

type SecretDialogProps = {
  value: string;
  copy: { title: string; description: string; submit: string };
  labels: { copy: string; copied: string };
  onClose: () => void;
};

/** The only time that a key or a secret is shown. */
export function SecretDialog({ value, copy, labels, onClose }: SecretDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  return (
    <DeskModal ref={ref} title={copy.title} description={copy.description} onClose={onClose}>
      <p className="mt-5 flex items-center gap-2 bg-tint px-4 py-3">
        <code className="min-w-0 text-sm wrap-anywhere">{value}</code>
        <CopyButton text={value} label={labels.copy} copiedLabel={labels.copied} />
      </p>
      <div className={`${modalFooterClass} mt-5 flex justify-end`}>
        <Button size="sm" onClick={() => ref.current?.close()}>
          {copy.submit}
        </Button>
      </div>
    </DeskModal>
  );
}

/** What was typed waits until the staff member has confirmed who they are. */
export function useConfirmedChange(onClose: () => void) {
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  const [isConfirming, setIsConfirming] = useState(false);
  const [secret, setSecret] = useState<string>();
  return {
    secret,
    // At once, here and below: the form closes itself after the change, and must not take the secret along, which is lost then.
    setSecret: (value: string) => flushSync(() => setSecret(value)),
    /** Undefined unless the confirmation is asked for now. */
    confirming: isConfirming ? waiting : undefined,
    send: (work: () => Promise<void>) =>
      work().catch((error: unknown) => {
        if (!isApiError(error, 'confirmation_required')) throw error;
        flushSync(() => setWaiting(() => work));
      }),
    close: () => {
      if (waiting !== undefined && !isConfirming) setIsConfirming(true);
      else if (secret === undefined) onClose();
    },
  };
}

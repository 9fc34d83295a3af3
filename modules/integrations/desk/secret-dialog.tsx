import { useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { modalFooterClass } from '#app/components/ui/modal.tsx';
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

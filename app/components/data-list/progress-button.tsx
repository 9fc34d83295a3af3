import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { formatCount } from '#app/lib/formats.ts';
import { toast, type ToastMessage } from '#app/lib/toast.ts';

export interface Progress {
  signal: AbortSignal;
  onProgress: (rows: number) => void;
}

type ProgressButtonProps = {
  icon: string;
  label: string;
  total: number;
  run: (progress: Progress) => Promise<void>;
  /** The toast shown when it fails. */
  failure: ToastMessage;
  className?: string;
};

/** Starts an operation over a whole list, shows its progress and lets the user cancel it. */
export function ProgressButton({ icon, label, total, run, failure, className }: ProgressButtonProps) {
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      await run({ signal: controller.signal, onProgress: setRows });
    } catch {
      if (!controller.signal.aborted) toast({ ...failure, source: label, variant: 'destructive' });
    } finally {
      setRows(undefined);
    }
  };

  if (rows === undefined) {
    return (
      <Button variant="secondary" size="sm" disabled={total === 0} onClick={() => void start()} className={className}>
        <Icon name={icon} className="size-4" />
        {label}
      </Button>
    );
  }
  return (
    <Button variant="secondary" size="sm" onClick={() => running.current?.abort()} className={className}>
      <Spinner className="size-4" />
      <span className="tabular-nums">
        {formatCount(rows)} of {formatCount(total)}
      </span>
      <span className="sr-only">rows read.</span> Cancel
    </Button>
  );
}

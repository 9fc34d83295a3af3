import { type ReactNode, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';

type EarlierButtonProps = {
  /** Returns the id of the first message that it has loaded. */
  load: () => Promise<string | undefined>;
  onLoaded: (firstId: string | undefined) => void;
  copy: { show: string; loading: string; failed: string };
};

/** Loads the page before the first message that is shown. */
export function EarlierButton({ load, onLoaded, copy }: EarlierButtonProps) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const start = async () => {
    if (state === 'loading') return;
    setState('loading');
    try {
      onLoaded(await load());
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <div className="grid justify-items-center gap-2 print:hidden">
      <Button variant="secondary" size="sm" aria-disabled={state === 'loading'} onClick={() => void start()}>
        {state === 'loading' ? copy.loading : copy.show}
      </Button>
      <span role="alert" className="text-sm text-danger">
        {state === 'failed' && copy.failed}
      </span>
    </div>
  );
}

type EventLineProps = {
  /** `{ticket}` stands where the other ticket is named. */
  text: string;
  otherTicket: ReactNode;
  createdAt: string;
  time: string;
};

/** What happened to the ticket, and when. */
export function EventLine({ text, otherTicket, createdAt, time }: EventLineProps) {
  const [before, after] = text.split('{ticket}');
  return (
    <p className="thread-event">
      <span className="wrap-anywhere">
        {before}
        {after !== undefined && otherTicket}
        {after}
      </span>
      {' · '}
      <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
        {time}
      </time>
    </p>
  );
}

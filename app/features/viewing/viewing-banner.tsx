import { useState } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { api } from '#app/lib/api-client.ts';
import type { ExceptionsCopy } from '#content/portal/en/exceptions.ts';

type ViewingBannerProps = {
  customerId: string | null;
  customerName: string | undefined;
  copy: ExceptionsCopy['viewing'];
};

/** A staff member sees the portal as a customer does, and can change nothing. */
export function ViewingBanner({ customerId, customerName, copy }: ViewingBannerProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const stop = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await api.desk.customers['stop-viewing'].$post();
      // A new document: nothing of this customer stays in the tab's cache.
      window.location.assign(customerId === null ? '/desk' : `/desk/customers/${customerId}`);
    } catch {
      setIsBusy(false);
      setHasFailed(true);
    }
  };
  return (
    <div role="region" aria-label={copy.label} className="bottom-bar viewing-banner">
      <p className="flex min-w-0 items-center gap-2 font-semibold">
        <Icon name="eye" className="size-4.5" />
        <span className="min-w-0 wrap-anywhere">
          <Parts of={copy.text(customerName === undefined ? copy.customer : <bdi>{customerName}</bdi>)} />
        </span>
      </p>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void stop()}
        className="min-h-10 rounded-md border border-sun-ink px-3.5 font-semibold hover:bg-sun hover:text-[#0b1b33]"
      >
        {copy.stop}
      </button>
      <span role="alert">{hasFailed && copy.notStopped}</span>
    </div>
  );
}

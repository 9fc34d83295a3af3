import type { QueryClient } from '@tanstack/react-query';
import type { ListName } from '#contract/sorts.ts';

export const recordsKey = (list: ListName) => ['records', list] as const;

const channelName = 'portal-records';

/** Tells the other tabs of this browser: two tabs side by side get no focus event that would make them refetch. */
export function announceNewRecord(list: ListName): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(list);
  channel.close();
}

/** Refetches what a record created in another tab has changed. Returns the unsubscribe function. */
export function followNewRecords(client: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    void client.invalidateQueries({ queryKey: recordsKey(data as ListName) });
    void client.invalidateQueries({ queryKey: ['overview'] });
  });
  return () => channel.close();
}

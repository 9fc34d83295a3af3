import type { QueryClient } from '@tanstack/react-query';
import type { ListName } from './list-definition.ts';
import { recordsKey } from './records-key.ts';

const channelName = 'portal-records';

/** Other tabs of this browser show the new record at once, even side by side, where nothing tells a page to look again. */
export function announceNewRecord(list: ListName): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(list);
  channel.close();
}

/** Reads again what a record made in another tab has changed; returns how to stop. */
export function followNewRecords(client: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    void client.invalidateQueries({ queryKey: recordsKey(data as ListName) });
    void client.invalidateQueries({ queryKey: ['overview'] });
  });
  return () => channel.close();
}

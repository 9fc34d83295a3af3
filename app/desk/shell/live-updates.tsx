import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#app/lib/api-client.ts';
import { useBrowserAlerts } from '#app/desk/components/desk-context.ts';
import { Alerts } from './alerts.tsx';
import { followStream, type LiveMessage } from '#app/lib/live-stream.ts';

/** Milliseconds in which further changes are read together: every ticket of every customer is in the lists. */
const listDelay = 1_000;

function createReader(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAgain = (...queryKey: string[]) => void client.invalidateQueries({ queryKey: ['desk', ...queryKey] });
  const readLists = () => {
    timer = undefined;
    for (const key of ['tickets', 'counts', 'alerts', 'customer-tickets']) readAgain(key);
  };
  return {
    read(message: LiveMessage) {
      if (message.type !== 'ticket') readAgain('viewers');
      if (message.type === 'viewers') return;
      if (message.type === 'ticket') readAgain('ticket', message.id);
      else readAgain('ticket');
      timer ??= setTimeout(readLists, listDelay * (0.5 + Math.random()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Reads tickets, lists of them and who is viewing again when they change. */
export function LiveUpdates({ owner }: { owner: string }) {
  const client = useQueryClient();
  useEffect(() => {
    const reader = createReader(client);
    const stop = followStream({ url: api.desk.events.$path({}), owner, onMessage: (message) => reader.read(message) });
    return () => {
      stop();
      reader.stop();
    };
  }, [client, owner]);
  const [hasAlerts] = useBrowserAlerts();
  return hasAlerts ? <Alerts /> : null;
}

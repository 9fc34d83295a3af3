import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { ticketPath, useDesk } from '#app/desk/components/desk-context.ts';

type Alerted = Pick<QueuedTicket, 'id' | 'shortNumber' | 'subject' | 'assigneeId' | 'createdAt' | 'lastMessage'>;

/** What customers wrote since then: new tickets of nobody, and replies to mine. */
export const newsOf = (tickets: readonly Alerted[], since: string, myId: string) =>
  tickets.filter(
    ({ assigneeId, createdAt, lastMessage: { kind, at } }) =>
      kind === 'customer' && at > since && (assigneeId === myId || (assigneeId === null && at === createdAt)),
  );

/** Notifications of the browser while the desk is open in another window or tab. Nothing that the customer wrote but the subject. */
export function Alerts() {
  const { copy, me } = useDesk();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['desk', 'alerts'],
    queryFn: ({ signal }) =>
      api.desk.tickets.$get(
        { query: { unread: 'true', sort: 'activity', direction: 'desc', limit: '20' } },
        { signal },
      ),
    refetchInterval: 60_000,
    refetchIntervalInBackground: true,
  });
  const since = useRef<string>(undefined);
  const show = useEffectEvent((tickets: readonly QueuedTicket[]) => {
    const news = since.current === undefined ? [] : newsOf(tickets, since.current, me.userId);
    since.current = [since.current ?? '', ...tickets.map(({ lastMessage }) => lastMessage.at)].toSorted().at(-1) ?? '';
    if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') return;
    for (const { id, shortNumber, subject, assigneeId } of news) {
      const title = assigneeId === null ? copy.queue.alerts.opened : copy.queue.alerts.replied;
      // The same tag in each tab: one notification.
      const notification = new Notification(title, { body: `#${shortNumber} · ${subject}`, tag: `ticket-${id}` });
      notification.addEventListener('click', () => {
        window.focus();
        notification.close();
        void navigate(ticketPath(id));
      });
    }
  });
  useEffect(() => {
    if (data !== undefined) show(data.items);
  }, [data]);
  return null;
}

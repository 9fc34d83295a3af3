import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ResponseTarget } from '#app/components/conversation/response-target.tsx';
import { type Conversation, ConversationContext, type Item } from '#app/components/conversation/side.ts';
import { ThreadView } from '#app/components/conversation/thread.tsx';
import { TicketHead } from '#app/components/conversation/ticket-head.tsx';
import type { Statuses } from '#app/components/data-list/list-view.ts';
import type { TicketPageCopy } from '#content/portal/en/conversation.ts';
import type { ManagedServicesPage } from '#content/schema/service.ts';
import { PortalScreen } from './portal-screen.tsx';

type Example = ManagedServicesPage['ticket'];
type Message = Example['messages'][number];

type TicketScreenProps = {
  ticket: Example;
  title: string;
  copy: TicketPageCopy;
  conversation: Conversation;
  priorities: Statuses;
  className?: string | undefined;
};

/** A first response within four hours of the office (product §9). */
const slaOf = ({ answeredAt }: Example) => ({
  state: 'met' as const,
  minutes: 240,
  calendar: 'office' as const,
  dueAt: answeredAt,
  respondedAt: answeredAt,
  isKept: true,
  minutesLeft: null,
  resolution: null,
});

const authorOf = ({ author, isReply }: Message) => ({
  kind: isReply ? ('staff' as const) : ('customer' as const),
  name: author,
  isYou: false,
});

function itemsOf(messages: Message[]): Item[] {
  const written = messages.map((message, at) => ({
    kind: 'message' as const,
    id: `message-${at}`,
    position: at + 1,
    createdAt: message.at,
    author: authorOf(message),
    body: message.text,
    source: 'portal' as const,
  }));
  const last = messages.at(-1);
  if (last === undefined) return written;
  return [
    ...written,
    {
      kind: 'event',
      id: 'resolved',
      position: written.length + 1,
      createdAt: last.at,
      author: authorOf(last),
      event: 'status_changed',
      details: { from: 'in_progress', to: 'resolved' },
    },
  ];
}

/** A ticket as the customer reads it in the portal: everybody writes in their own language. */
export function TicketScreen({ ticket, title, copy, conversation, priorities, className }: TicketScreenProps) {
  const [first, ...others] = ticket.messages;
  const languages = new Map(ticket.messages.map((message) => [message.text, message.language]));
  return (
    <PortalScreen title={title} caption={ticket.caption} className={className}>
      <QueryClientProvider client={new QueryClient()}>
        <ConversationContext value={conversation}>
          <TicketHead
            heading="p"
            ticket={{
              shortNumber: ticket.shortNumber,
              status: 'resolved',
              priority: 'medium',
              subject: ticket.subject,
            }}
            copy={copy}
            statuses={conversation.statuses}
            priorities={priorities}
          >
            <ResponseTarget sla={slaOf(ticket)} copy={copy.sla} />
          </TicketHead>
          <ThreadView
            ticketId="example"
            heading="p"
            thread={{ items: itemsOf(others), olderCursor: null, version: 0 }}
            {...(first && { opening: { author: authorOf(first), createdAt: first.at, body: first.text } })}
            renderText={(text) => <span lang={languages.get(text)}>{text}</span>}
            hasFailed={false}
            onRetry={() => {}}
          />
        </ConversationContext>
      </QueryClientProvider>
    </PortalScreen>
  );
}

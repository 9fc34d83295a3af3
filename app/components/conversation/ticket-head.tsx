import type { ReactNode, Ref } from 'react';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import type { Statuses } from '#app/components/data-list/list-view.ts';
import type { TicketPageCopy } from '#content/portal/en/conversation.ts';
import type { Ticket } from '#contract/tickets.ts';

type TicketHeadProps = {
  ticket: Pick<Ticket, 'shortNumber' | 'status' | 'priority' | 'subject'> & Partial<Pick<Ticket, 'ticketNumber'>>;
  copy: Pick<TicketPageCopy, 'status' | 'priority'>;
  statuses: Statuses;
  priorities: Statuses;
  /** `p` where the ticket is part of another page. */
  heading?: 'h2' | 'p';
  headingRef?: Ref<HTMLHeadingElement & HTMLParagraphElement>;
  /** Beside the number. */
  copyButton?: ReactNode;
  /** Below the subject. */
  children?: ReactNode;
};

/** What a ticket is: its number, its status, its priority and its subject. */
export function TicketHead(props: TicketHeadProps) {
  const { ticket, copy, statuses, priorities, heading: Heading = 'h2', headingRef, copyButton, children } = props;
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="flex items-center gap-1 font-semibold max-sm:w-full">
          {ticket.ticketNumber !== undefined && <bdi>{ticket.ticketNumber}</bdi>}
          {copyButton}
          <bdi className={classNames(ticket.ticketNumber !== undefined && 'font-normal text-muted')}>
            #{ticket.shortNumber}
          </bdi>
        </span>
        <Property label={copy.status}>
          <StatusBadge value={ticket.status} known={statuses} />
        </Property>
        <Property label={copy.priority}>
          <StatusBadge value={ticket.priority} known={priorities} />
        </Property>
      </div>
      <Heading
        ref={headingRef}
        {...(headingRef && { tabIndex: -1 })}
        dir="auto"
        className="font-heading text-2xl font-bold tracking-tight wrap-anywhere outline-none"
      >
        {ticket.subject}
      </Heading>
      {children}
    </header>
  );
}

function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center">
      <span className="sr-only">{label}: </span>
      {children}
    </span>
  );
}

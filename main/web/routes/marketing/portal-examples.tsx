import { badges } from '#app/components/data-list/list-view.ts';
import { invoiceVariants } from '#app/features/records/record-tabs.tsx';
import { portalSide } from '#app/features/tickets/conversation/ticket-queries.ts';
import { ticketPath, ticketPriorities, ticketStatuses } from '#app/features/tickets/tickets-list.tsx';
import { invoicePath } from '#app/lib/record-paths.ts';
import { InvoiceScreen } from '#app/marketing/pictures/invoice-screen.tsx';
import { TicketScreen } from '#app/marketing/pictures/ticket-screen.tsx';
import portalStyles from '#app/styles/portal-records.css?url';
import { invoiceExample } from '#content/pages/invoice-example.ts';
import { conversation, ticketPage } from '#content/portal/fr/conversation.ts';
import { invoices } from '#content/portal/fr/lists.ts';
import { invoicePage } from '#content/portal/fr/record-pages.ts';
import { shell } from '#content/portal/fr/shell.ts';
import { tickets } from '#content/portal/fr/tickets.ts';
import type { ManagedServicesPage } from '#content/schema/service.ts';

// The portal's own pages in French, rendered when the site is built. They load none of the portal's scripts.

/** `links` of each route that shows one of them. */
export const portalRecordLinks = () => [{ rel: 'stylesheet', href: portalStyles }];

export const InvoiceInPortal = ({ className }: { className?: string }) => (
  <InvoiceScreen
    invoice={invoiceExample}
    title={shell.title}
    copy={invoicePage}
    statuses={badges(invoices.statuses, invoiceVariants)}
    className={className}
  />
);

type TicketInPortalProps = { ticket: ManagedServicesPage['ticket']; className?: string };

export const TicketInPortal = ({ ticket, className }: TicketInPortalProps) => (
  <TicketScreen
    ticket={ticket}
    title={shell.title}
    copy={ticketPage}
    conversation={{
      side: portalSide,
      copy: conversation,
      statuses: ticketStatuses(tickets),
      ticketPath,
      invoicePath,
      describeError: () => '',
      reportError: () => {},
      isDense: false,
    }}
    priorities={ticketPriorities(tickets)}
    className={className}
  />
);

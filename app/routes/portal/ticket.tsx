import { TicketPage, type TicketPageProps } from '#app/features/tickets/conversation/ticket-page.tsx';
import { company, office } from '#content/site.ts';

/** Loaded by records.tsx, which is the route of tickets too. */
export default function Ticket(props: Omit<TicketPageProps, 'companyName' | 'city'>) {
  return <TicketPage {...props} companyName={company.name} city={office.city} />;
}

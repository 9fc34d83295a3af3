import type { Files } from '#api/files/files.ts';
import type { MailReader } from '#api/mail/inbound/mail-reader.ts';
import { listRequesters, openTicket } from '#api/services/tickets/open-desk-ticket.ts';
import { colleaguesSchema, replyHeaders } from '#contract/conversation.ts';
import { staffTicketOpenedSchema, staffTicketSchema } from '#contract/desk-conversation.ts';
import { deskCustomerIdQuery } from '#contract/desk-session.ts';
import { created, createDeskRouter, get, jsonBody, ok, post } from './router.ts';

/** Tickets that staff open for customers. */
export function deskNewTicketRoutes(deps: { files: Files; reader: MailReader }) {
  return createDeskRouter('support')
    .openapi(
      post(
        '/tickets',
        'Open a ticket for a customer, by phone or from a held mail; its `current` names an earlier one',
        {
          request: { ...jsonBody(staffTicketSchema), headers: replyHeaders },
          responses: created(staffTicketOpenedSchema, {
            409: ['changed_meanwhile', 'other_customer'],
            422: ['idempotency_key_reused'],
          }),
        },
      ),
      async (c) => {
        const { isReplay, ...opened } = await openTicket(
          { database: c.get('database'), ...deps },
          c.get('caller'),
          c.req.valid('json'),
          c.req.valid('header')['Idempotency-Key'],
        );
        if (isReplay) c.header('Idempotency-Replayed', 'true');
        return c.json(opened, 201);
      },
    )
    .openapi(
      get('/colleagues', 'Whom a ticket of the customer can be opened for', {
        request: { query: deskCustomerIdQuery },
        responses: ok(colleaguesSchema),
      }),
      async (c) => {
        const { customerId } = c.req.valid('query');
        return c.json(await listRequesters(c.get('database'), c.get('caller'), customerId), 200);
      },
    );
}

/** What webhooks tell. Without zod, so that the browser can import the values. As are_webhook_events() in the database has them. */
export const webhookEvents = [
  'invoice.issued',
  'invoice.paid',
  'payment.recorded',
  'customer.changed',
  'ticket.opened',
  'ticket.replied',
  'ticket.closed',
  'lead.received',
] as const;

export const maxWebhooks = 10;
export const maxWebhookUrlLength = 500;
/** How many messages of an endpoint the desk shows. */
export const shownWebhookMessages = 20;

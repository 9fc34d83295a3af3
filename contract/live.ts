import { z } from 'zod';

// Live updates: server-sent events that say what changed and nothing about how, so that browsers read it again by the usual
// routes, under the usual rules.

export const ticketChangedSchema = z.object({
  id: z.uuid(),
  version: z
    .number()
    .int()
    .meta({ description: 'The version of the ticket: a client that has read it need not read it again' }),
});
export type TicketChanged = z.infer<typeof ticketChangedSchema>;

export const viewTicketSchema = z.strictObject({
  id: z.uuid(),
  isViewing: z.boolean(),
  isTyping: z.boolean().default(false).meta({ description: 'Whether a reply or a note is being written just now' }),
});
export type ViewTicket = z.infer<typeof viewTicketSchema>;

export const viewersSchema = z.object({
  viewers: z.array(z.object({ ticketId: z.uuid(), userId: z.uuid(), name: z.string(), isTyping: z.boolean() })),
});
export type Viewers = z.infer<typeof viewersSchema>;
export type Viewer = Viewers['viewers'][number];

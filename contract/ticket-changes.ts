import { z } from 'zod';
import { queuedTicketSchema, versionSchema } from './desk-tickets.ts';
import { errorCodes } from './errors.ts';
import { line, officeMinute } from './fields.ts';
import { hasVisibleText, maxChangedTickets, maxTagLength, maxTicketSubjectLength, maxTicketTags } from './limits.ts';
import { ticketPriorities, ticketStatuses } from './ticket-states.ts';

// What staff change of tickets, one or many at once.

const missingChange = 'Please change something.';
const tag = line(maxTagLength).trim().refine(hasVisibleText, 'Please enter a tag.');
/** At most 20 per ticket, and 500 names in all: 409 too_many_tags, or tag_vocabulary_full. */
export const tagList = z.array(tag).max(maxTicketTags);
export const ticketPriority = z.enum(ticketPriorities);

const changes = {
  status: z.enum(ticketStatuses).optional(),
  assigneeId: z.uuid().nullable().meta({ description: 'An active staff member with `support`, or null' }).optional(),
  priority: ticketPriority.optional(),
  addTags: tagList.optional(),
  removeTags: tagList.optional(),
};
const ofVersion = { id: z.uuid(), version: versionSchema };
const hasChange = (change: object) => Object.values(change).some((value) => value !== undefined);

export const changeTicketSchema = z
  .strictObject({
    ...ofVersion,
    ...changes,
    subject: line(maxTicketSubjectLength).trim().refine(hasVisibleText, 'Please enter a subject.').optional(),
  })
  .refine(({ id: _id, version: _version, ...change }) => hasChange(change), missingChange);
export type ChangeTicket = z.infer<typeof changeTicketSchema>;

/** To another customer, whose people see the whole conversation without internal notes. Those of the old one see nothing of it. */
export const moveTicketSchema = z.strictObject({ ...ofVersion, customerId: z.uuid() });
export type MoveTicket = z.infer<typeof moveTicketSchema>;

/** One change for many tickets, each in a transaction of its own: some may be changed, and others not. */
export const changeTicketsSchema = z.strictObject({
  tickets: z
    .array(z.strictObject(ofVersion))
    .min(1)
    .max(maxChangedTickets)
    .refine((tickets) => new Set(tickets.map(({ id }) => id)).size === tickets.length, 'Each ticket only once.'),
  change: z
    .strictObject({
      ...changes,
      merge: z
        .strictObject({ intoId: z.uuid(), addPeople: z.boolean() })
        .meta({ description: 'As `tickets/merge`; without any other change. The ticket itself is left out.' })
        .optional(),
    })
    .refine(hasChange, missingChange)
    .refine(({ merge, ...others }) => merge === undefined || !hasChange(others), 'Please merge, or change something.'),
});
export type ChangeTickets = z.infer<typeof changeTicketsSchema>;

/** In the order of the request. */
export const changedTicketsSchema = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      outcome: z.enum(['done', 'changed_meanwhile', 'not_allowed', 'not_found']),
      ticket: queuedTicketSchema
        .nullable()
        .meta({ description: 'As it is now; null if it does not exist or was not allowed' }),
      reason: z.enum(errorCodes).nullable().meta({ description: 'Why it was not allowed' }),
    }),
  ),
});
export type ChangedTickets = z.infer<typeof changedTicketsSchema>;

export const tagsSchema = z.object({ tags: z.array(z.string()).meta({ description: 'In alphabetical order' }) });
export type Tags = z.infer<typeof tagsSchema>;

export const snoozeTicketSchema = z.strictObject({
  id: z.uuid(),
  version: versionSchema,
  until: officeMinute
    .nullable()
    .meta({ description: 'What the clocks of the office show, as in `2026-11-23T09:00`; null to wake it' }),
});
export type SnoozeTicket = z.infer<typeof snoozeTicketSchema>;

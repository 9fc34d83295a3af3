import { z } from 'zod';
import { appointmentStatuses } from '#contract/appointments.ts';
import { messageBody } from '#contract/conversation.ts';
import { versionSchema } from '#contract/desk-tickets.ts';
import { moment, officeMinute } from '#contract/fields.ts';
import { leadForms, leadMessageKinds, leadStatuses, leadVerdicts, slotDecisions, slotStates } from '#contract/leads.ts';
import { listQuery, pageOf } from '#contract/lists.ts';
import { deskLeadSorts } from '#contract/staff.ts';
import { figureMonths } from '#contract/ticket-states.ts';

// Leads at the desk, below /api/desk/leads. They exist only where leads are delivered (LEADS=deliver); otherwise each is a 404.

const count = z.number().int().nonnegative();
const ofLead = { id: z.uuid() };

export const listedLeadSchema = z.object({
  ...ofLead,
  form: z.enum(leadForms),
  verdict: z.enum(leadVerdicts).meta({ description: 'The tray' }),
  status: z.enum(leadStatuses),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  phone: z.string().meta({ description: 'Empty if the form does not ask' }),
  excerpt: z.string().meta({ description: 'The beginning of what was written last, on one line' }),
  page: z.string().meta({ description: 'The path of the page that has the form' }),
  receivedAt: moment,
  lastContactAt: moment.meta({ description: 'When the prospect last wrote' }),
  dueAt: moment.nullable().meta({ description: 'When the first response is due; null where none is' }),
  minutesLeft: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Minutes of working time until then, negative if overdue; null once it is answered' }),
  answeredAt: moment.nullable().meta({ description: 'When it was first answered' }),
  assigneeId: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  version: count.meta({ description: 'To be sent with a change: 409 changed_meanwhile if it is not the current one' }),
});
export type ListedLead = z.infer<typeof listedLeadSchema>;

export const deskLeadsQuery = listQuery(deskLeadSorts).extend({
  tray: z.enum(leadVerdicts).optional(),
  active: z.literal('true').meta({ description: 'Only leads that are neither answered nor converted' }).optional(),
  overdue: z.literal('true').meta({ description: 'Only leads whose first response is overdue' }).optional(),
  form: z.enum(leadForms).optional(),
  assignee: z
    .union([z.uuid(), z.literal('none'), z.literal('me')])
    .meta({ description: 'A staff member, `me`, or `none`' })
    .optional(),
});
export const deskLeadsPage = pageOf(listedLeadSchema);

export const leadCountsSchema = z.object({
  active: count.meta({ description: 'Clean, and neither answered nor converted' }),
  mine: count,
  unassigned: count,
  overdue: count,
  doubtful: count,
  spam: count,
});
export type LeadCounts = z.infer<typeof leadCountsSchema>;

/** As they are stored. */
export const leadValuesSchema = z.record(z.string(), z.string());

export const mailFileSchema = z.object({ name: z.string(), size: count });
const slotTimes = { startsAt: moment, endsAt: moment };

export const leadMessageSchema = z.object({
  id: z.uuid(),
  kind: z.enum(leadMessageKinds).meta({ description: '`sent`: by mail to the prospect; `received`: their reply' }),
  author: z.string().nullable().meta({ description: 'The staff member; null for the prospect and a deleted account' }),
  isYou: z.boolean(),
  body: z.string(),
  createdAt: moment,
  slot: z
    .object({ state: z.enum(slotDecisions), ...slotTimes })
    .nullable()
    .meta({ description: 'What it says about the slot of a consultation' }),
  files: z.array(mailFileSchema).meta({ description: 'Of a reply' }),
  mailId: z.uuid().nullable().meta({ description: 'The mail that has the files, for /api/desk/mails/original' }),
});
export type LeadMessage = z.infer<typeof leadMessageSchema>;

export const deskLeadSchema = listedLeadSchema.extend({
  values: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: 'What was typed, in the order of the form' }),
  reasons: z.array(z.string()).meta({ description: 'Why the defence against spam doubted it' }),
  consentAt: moment.nullable(),
  messages: z.array(leadMessageSchema).meta({ description: 'Oldest first' }),
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable().meta({ description: 'That it became' }),
  ticket: z.object({ id: z.uuid(), ticketNumber: z.string() }).nullable().meta({ description: 'That it became' }),
  takesSlots: z
    .boolean()
    .meta({ description: 'Whether staff agree on a time here: consultations without an appointment' }),
  slot: z
    .object({ state: z.enum(slotStates), ...slotTimes })
    .nullable()
    .meta({ description: 'The slot of a consultation; null if none is known' }),
  appointment: z
    .object({ status: z.enum(appointmentStatuses), ...slotTimes })
    .nullable()
    .meta({ description: 'What the visitor booked with it' }),
  repliesComeBack: z
    .boolean()
    .meta({ description: 'Whether a reply of the prospect arrives here; otherwise it goes to the mailbox of leads' }),
});
export type DeskLead = z.infer<typeof deskLeadSchema>;

const versioned = { ...ofLead, version: versionSchema };

export const changeLeadSchema = z.strictObject({
  ...versioned,
  verdict: z
    .enum(leadVerdicts)
    .meta({ description: 'Corrects the tray; `spam` also ends the work on it, `doubtful` undoes a correction' })
    .optional(),
  status: z.enum(['new', 'read', 'answered']).optional(),
  assigneeId: z.uuid().nullable().optional(),
});
export type ChangeLead = z.infer<typeof changeLeadSchema>;

export const newLeadNoteSchema = z.strictObject({ ...ofLead, body: messageBody });
export type NewLeadNote = z.infer<typeof newLeadNoteSchema>;

export const leadReplySchema = z.strictObject({ ...versioned, body: messageBody });
export type LeadReply = z.infer<typeof leadReplySchema>;

export const answerSlotSchema = z
  .strictObject({
    ...versioned,
    decision: z.enum(slotDecisions),
    startsAt: officeMinute
      .meta({ description: 'Of a proposal, by the clock of the office', example: '2026-11-23T09:00' })
      .optional(),
    body: messageBody.meta({ description: 'A text for the prospect; a refusal needs one' }).optional(),
  })
  .refine(({ decision, startsAt }) => (decision === 'proposed') === (startsAt !== undefined), {
    path: ['startsAt'],
    message: 'Please enter the time of a proposal, and of nothing else.',
  })
  .refine(({ decision, body }) => decision !== 'declined' || body !== undefined, {
    path: ['body'],
    message: 'Please say why.',
  });
export type AnswerSlot = z.infer<typeof answerSlotSchema>;

export const convertLeadSchema = z
  .strictObject({
    ...ofLead,
    customerId: z.uuid().meta({ description: 'The customer that was created from it' }).optional(),
    ticketId: z.uuid().meta({ description: 'The ticket that was opened from it' }).optional(),
  })
  .refine(({ customerId, ticketId }) => (customerId ?? ticketId) !== undefined, 'Please name a customer or a ticket.');
export type ConvertLead = z.infer<typeof convertLeadSchema>;

const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month like 2026-11');
export const leadFiguresQuery = z.strictObject({
  month: month.meta({ description: 'The last of the twelve months; this one unless given' }).optional(),
});
const counted = {
  received: count.meta({ description: 'Without spam and doubtful ones' }),
  inTime: count.meta({ description: 'First responses in time' }),
  late: count.meta({ description: 'First responses that came late, or are overdue' }),
};
export const leadFiguresSchema = z.object({
  hasLeads: z.boolean().meta({ description: 'Whether there is one in these months' }),
  months: z
    .array(z.object({ month, ...counted, converted: count }))
    .length(figureMonths)
    .meta({ description: 'Europe/Paris, oldest first' }),
  forms: z.array(z.object({ form: z.enum(leadForms), ...counted })).meta({ description: 'In the last month' }),
  pages: z
    .array(z.object({ page: z.string(), ...counted }))
    .meta({ description: 'In the last month, the most first, at most 20' }),
});
export type LeadFigures = z.infer<typeof leadFiguresSchema>;

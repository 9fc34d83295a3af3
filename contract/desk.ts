import { z } from 'zod';
import { checkNames, checkStates } from './checks.ts';
import { personSchema } from './conversation.ts';
import { customerSchema } from './customers.ts';
import { day, email, isStorable, line, moment, sum } from './fields.ts';
import { maxTagLength } from './limits.ts';
import { listQuery, pageOf } from './lists.ts';
import { changeRolesSchema, inviteSchema, invitationIdSchema, peopleSchema, removeMemberSchema } from './people.ts';
import { reasonSchema } from './desk-records.ts';
import { contractSchema, invoiceSchema } from './records.ts';
import { deskCustomerSorts, deskTicketSorts, maxExcerptLength, staffPermissions, staffReadPages } from './staff.ts';
import { readSiren } from './siren.ts';
import { slaCalendars, slaKinds, slaStates } from './ticket-states.ts';
import { ticketSchema } from './tickets.ts';

// The staff's API, below /api/desk. Without a staff session every route is a 404; a staff member who signed in without a
// second factor gets 403 second_factor_required, after 12 hours 403 desk_session_expired, and without the permission 403
// forbidden. A 409 with the code changed_meanwhile or plan_changed carries the current state in `current`.

const count = z.number().int().nonnegative();
const ofCustomer = { customerId: z.uuid() };
export const deskIdQuery = z.strictObject({ id: z.uuid() });
export const deskCustomerIdQuery = z.strictObject(ofCustomer);

// ---- staff

export const deskMeSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  permissions: z.array(z.enum(staffPermissions)),
  endsAt: moment.meta({ description: 'When the desk needs a new sign-in' }),
  viewing: z
    .object({ customerId: z.uuid(), name: z.string() })
    .nullable()
    .meta({ description: 'The customer as whom this session sees the portal' }),
  hasLeads: z.boolean().meta({ description: 'Whether public forms deliver leads' }),
});
export type DeskMe = z.infer<typeof deskMeSchema>;

export const deskStaffSchema = z.object({
  staff: z.array(
    z.object({
      userId: z.uuid(),
      name: z.string(),
      permissions: z.array(z.enum(staffPermissions)),
      isActive: z.boolean(),
    }),
  ),
});
export type DeskStaff = z.infer<typeof deskStaffSchema>;

// ---- tickets

export const queuedTicketSchema = ticketSchema.omit({ description: true }).extend({
  customerId: z.uuid(),
  customerName: z.string(),
  assigneeId: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  version: count.meta({ description: 'To be sent with a change: 409 changed_meanwhile if it is not the current one' }),
  firstResponseDueAt: moment.nullable().meta({ description: 'Null without an SLA target' }),
  dueKind: z.enum(slaKinds).nullable().meta({
    description: 'The next target: of the first response, then of the resolution; null if there is none left',
  }),
  dueAt: moment.nullable().meta({ description: 'When that target is due, or would be if it were not paused' }),
  slaState: z.enum(slaStates).nullable().meta({ description: 'Of that target, or of the first response' }),
  slaCalendar: z.enum(slaCalendars).nullable(),
  minutesLeft: z.number().int().nullable().meta({
    description:
      'Of its calendar until `dueAt`, negative if overdue; while paused, what will be left; null if nothing is due',
  }),
  targetMinutes: count
    .nullable()
    .meta({ description: 'What that target allows, in minutes of its calendar; null if nothing is due' }),
  snoozedUntil: moment.nullable().meta({ description: 'Put aside until then, or until the customer writes' }),
  unreadSince: moment.nullable().meta({ description: 'Since when the customer waits for somebody to read or answer' }),
  tags: z.array(z.string()).meta({ description: 'Customers do not see them' }),
  requesterName: z.string().nullable().meta({ description: 'Null if nobody is known, or the account was deleted' }),
  lastMessage: z
    .object({
      kind: z.enum(['customer', 'staff', 'system', 'note']),
      author: z.string().nullable().meta({ description: 'Null if the account was deleted' }),
      excerpt: z.string().meta({ description: `Its beginning, on one line, at most ${maxExcerptLength} characters` }),
      at: moment,
    })
    .meta({ description: 'The last message or internal note; without one, the description' }),
});
export type QueuedTicket = z.infer<typeof queuedTicketSchema>;

export const deskTicketsQuery = listQuery(deskTicketSorts).extend({
  active: z
    .literal('true')
    .meta({
      description: 'Only tickets that are neither resolved nor closed, or have something unread, and are not put aside',
    })
    .optional(),
  priority: z.string().max(50).refine(isStorable).optional(),
  assignee: z
    .union([z.uuid(), z.literal('none'), z.literal('me')])
    .meta({ description: 'A staff member, `me`, or `none`' })
    .optional(),
  customerId: z.uuid().optional(),
  tag: z
    .string()
    .max(maxTagLength)
    .refine(isStorable)
    .meta({ description: 'Accents and case do not matter' })
    .optional(),
  unread: z.literal('true').meta({ description: 'Only tickets with something unread' }).optional(),
  snoozed: z.literal('true').meta({ description: 'Only tickets that are put aside' }).optional(),
  due: z.literal('soon').meta({ description: 'Only tickets that are overdue or will be soon' }).optional(),
  waiting: z.literal('true').meta({ description: 'Only active tickets where the customer wrote last' }).optional(),
});
export const deskTicketsPage = pageOf(queuedTicketSchema);

const totalOverdue = sum.meta({ description: 'Left of the unpaid invoices that were due before today, in Nice' });

export const deskTicketSchema = queuedTicketSchema.omit({ requesterName: true, lastMessage: true }).extend({
  description: z.string(),
  author: personSchema.nullable(),
  resolvedAt: moment.nullable(),
  customer: customerSchema.required({ risk: true, totalOutstanding: true }).extend({
    totalOverdue,
    counts: z.object({ activeContracts: z.int(), unpaidInvoices: z.int(), otherTickets: z.int() }),
    activeContracts: z.array(contractSchema.pick({ id: true, contractNumber: true, title: true, endDate: true })),
    unpaidInvoices: z.array(invoiceSchema.pick({ id: true, number: true, amount: true, dueDate: true, status: true })),
    otherTickets: z.array(ticketSchema.omit({ description: true })).meta({ description: 'The newest, without this' }),
  }),
});
export type DeskTicket = z.infer<typeof deskTicketSchema>;

/** The version of what is changed, as the staff member saw it. */
export const versionSchema = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ description: '409 changed_meanwhile if it is not the current one' });

// ---- customers

export const listedCustomerSchema = customerSchema.required({ risk: true, totalOutstanding: true }).extend({
  siren: z.string().nullable(),
  createdAt: moment,
  totalOverdue,
  openTickets: count
    .nullable()
    .meta({ description: 'All that are not closed, as the portal counts them; null without `support`' }),
});
export type ListedCustomer = z.infer<typeof listedCustomerSchema>;

export const deskCustomersQuery = listQuery(deskCustomerSorts).omit({ status: true });
export const deskCustomersPage = pageOf(listedCustomerSchema);

export const deskCustomerSchema = listedCustomerSchema.extend({
  counts: z.object({
    invoices: count,
    contracts: count,
    payments: count,
    licenses: count,
    tickets: count.nullable().meta({ description: 'Null without `support`' }),
    people: count.nullable().meta({ description: 'Null without `accounts`' }),
  }),
});
export type DeskCustomer = z.infer<typeof deskCustomerSchema>;

const customerName = line(200).trim().min(1, 'Please enter a name.');
const customerFields = {
  contact: line(200).trim().nullable(),
  email: email.nullable(),
  phone: line(50).trim().nullable(),
  siren: line(20)
    .transform((written, context) => {
      const siren = readSiren(written);
      if (siren === undefined) context.addIssue('This is not a SIREN: it has nine digits.');
      return siren ?? z.NEVER;
    })
    .nullable()
    .meta({ description: 'Nine digits, which may be grouped' }),
  risk: line(50).trim().min(1),
};
export const newCustomerSchema = z.strictObject({
  name: customerName,
  contact: customerFields.contact.default(null),
  email: customerFields.email.default(null),
  phone: customerFields.phone.default(null),
  siren: customerFields.siren.default(null),
  risk: customerFields.risk.default('low'),
});
export type NewCustomer = z.infer<typeof newCustomerSchema>;
/** Fields that are missing keep their value. */
export const changeCustomerSchema = z
  .strictObject({ id: z.uuid(), name: customerName, ...customerFields })
  .partial()
  .required({ id: true });
export type ChangeCustomer = z.infer<typeof changeCustomerSchema>;

// ---- people of a customer

export const deskPeopleSchema = peopleSchema.extend({
  members: z.array(
    peopleSchema.shape.members.element.omit({ isYou: true }).extend({
      hasSecondFactor: z.boolean(),
      isLocked: z.boolean(),
    }),
  ),
});
export type DeskPeople = z.infer<typeof deskPeopleSchema>;

export const deskInviteSchema = inviteSchema.extend(ofCustomer);
export const deskInvitationIdSchema = invitationIdSchema.extend(ofCustomer);
export const deskChangeRolesSchema = changeRolesSchema.extend(ofCustomer);
export const deskRemoveMemberSchema = removeMemberSchema.extend(ofCustomer);

export const removeFactorsSchema = removeMemberSchema.extend({ ...ofCustomer, reason: reasonSchema });
export type RemoveFactors = z.infer<typeof removeFactorsSchema>;

// ---- audit log, health, view as customer

export const deskAuditQuery = listQuery(['happenedAt'])
  .omit({ status: true, q: true })
  .extend({
    event: z
      .string()
      .regex(/^[a-z_]{1,30}(?:\.[a-z_]{1,30})?$/, 'must be an event or the part before its dot')
      .optional(),
    customerId: z.uuid().optional(),
    userId: z.uuid().optional(),
    from: day.meta({ description: 'The first day, in the time zone of the office' }).optional(),
    until: day.meta({ description: 'The last day, included' }).optional(),
  });
export const auditEventSchema = z.object({
  id: z.uuid(),
  happenedAt: moment,
  actor: z.enum(['user', 'visitor', 'operator', 'system', 'staff', 'key']),
  event: z.string(),
  outcome: z.enum(['done', 'rejected']),
  userId: z.uuid().nullable(),
  userEmail: z.string().nullable().meta({ description: 'Null if the user was deleted' }),
  customerId: z.uuid().nullable(),
  customerName: z.string().nullable(),
  entity: z.string().nullable(),
  subject: z.string().nullable().meta({ description: 'What `entity` is called today; null if it was deleted' }),
  names: z.record(z.string(), z.string()).meta({ description: 'What ids in `details` are called today' }),
  times: count,
  network: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;
export const deskAuditPage = pageOf(auditEventSchema);

export const deskHealthSchema = z.object({
  database: z.object({ engine: z.enum(['embedded', 'postgresql']), version: z.string(), sizeBytes: count.nullable() }),
  mail: z.object({
    queued: count,
    oldestQueuedAt: moment.nullable(),
    failed: count.meta({ description: 'Given up or rejected in the last 30 days' }),
    lastSentAt: moment.nullable(),
  }),
  support: z.object({
    heldMails: count.meta({ description: 'Received, and waiting for a decision of staff' }),
    overdueResponses: count.meta({ description: 'First responses that are overdue and not given yet' }),
  }),
  files: z.object({
    folder: z.string(),
    isWritable: z.boolean(),
    freeBytes: count.nullable(),
    reserveBytes: count.meta({ description: 'With less, files are not accepted' }),
  }),
  checks: z.array(
    z.object({
      name: z.enum(checkNames),
      state: z.enum(checkStates).meta({ description: '`unknown`: it is not set up, or could not be asked' }),
      value: z.number().nullable().meta({ description: 'Seconds; for `disk` the free part; for `certificate` days' }),
    }),
  ),
  lastBackupAt: moment.nullable().meta({ description: 'Of the command line; null if none is known' }),
  hasBackupFailed: z.boolean().meta({ description: 'Since the last one that was complete' }),
  lastProofAt: moment
    .nullable()
    .meta({ description: 'When a backup was last restored into a scratch database and checked' }),
  hasProofFailed: z.boolean().meta({ description: 'Since the last proof that succeeded' }),
  lastRetentionAt: moment.nullable(),
});
export type DeskHealth = z.infer<typeof deskHealthSchema>;

export const viewAsSchema = z.strictObject(ofCustomer);

// ---- in the portal, for owners: who looked at our data

export const staffReadsQuery = listQuery(['happenedAt']).pick({ limit: true, cursor: true });
export const staffReadSchema = z.object({
  id: z.uuid(),
  happenedAt: moment,
  staffName: z.string().nullable().meta({ description: 'Null if the staff member was removed' }),
  page: z.enum(staffReadPages).meta({ description: 'What was read; `portal`: the portal, as this customer sees it' }),
  entity: z.string().nullable().meta({ description: 'For a ticket, its number' }),
});
export type StaffRead = z.infer<typeof staffReadSchema>;
export const staffReadsPage = pageOf(staffReadSchema);

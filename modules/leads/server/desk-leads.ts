import type { ClientBase } from 'pg';
import { z } from 'zod';
import { runOn, type Statement } from '#api/db/batch.ts';
import { columns, integer, json, nullable, oneOf, text, texts } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import { Conditions } from '#api/services/lists/cursor.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage, toItem } from '#api/services/lists/query.ts';
import { matching, parseSearchTerms } from '#api/services/lists/search.ts';
import { minutesBetween } from '#api/services/tickets/office-hours.ts';
import {
  type DeskLead,
  type LeadCounts,
  type LeadMessage,
  leadValuesSchema,
  type ListedLead,
  mailFileSchema,
} from '../contract/desk-leads.ts';
import { appointmentStatuses } from '#contract/appointments.ts';
import { type LeadField, leadFields, type LeadForm, leadMessageKinds, slotDecisions } from '#contract/leads.ts';
import type { Page } from '#contract/lists.ts';
import { maxCounted, maxExcerptLength, type DeskLeadSort, type StaffPermission } from '#contract/staff.ts';

import { leadHours } from './lead-deadline.ts';
import { requestedSlot, type Slot } from './requested-slot.ts';

// The staff's side of leads: the inbox and one lead. Changes are in change-leads.ts and lead-messages.ts.

export const needs = ['support'] as const satisfies StaffPermission[];

const isActive = `verdict = 'clean' AND status IN ('new', 'read')`;
const isOverdue = `${isActive} AND answered_at IS NULL AND due_at < now()`;
const lastText = `coalesce((SELECT body FROM lead_messages WHERE lead_id = leads.id ORDER BY created_at DESC, id DESC LIMIT 1),
  "values"->>'message', "values"->>'currentChallenges', "values"->>'additionalInfo', '')`;

const list: ListDefinition<ListedLead, DeskLeadSort, typeof needs, 'leads'> = {
  table: 'leads',
  needs,
  columns: {
    id: 'id',
    form: 'form',
    verdict: 'verdict',
    status: 'status',
    email: 'email',
    name: 'name',
    company: 'company',
    phone: `coalesce("values"->>'phone', '')`,
    excerpt: `left(trim(regexp_replace(left(${lastText}, 1000), '\\s+', ' ', 'g')), ${maxExcerptLength})`,
    page: 'page',
    receivedAt: 'received_at',
    lastContactAt: 'last_contact_at',
    dueAt: 'due_at',
    minutesLeft: 'NULL::integer',
    answeredAt: 'answered_at',
    assigneeId: 'assignee_id',
    assigneeName: '(SELECT staff_members.name FROM staff_members WHERE user_id = assignee_id)',
    version: 'version',
  },
  sorts: {
    // What still has to be answered, then what has no deadline.
    due: [
      key(`(CASE WHEN answered_at IS NULL THEN coalesce(due_at, 'infinity') ELSE 'infinity' END)`, 'timestamptz'),
      key('received_at', 'timestamptz'),
      byId,
    ],
    receivedAt: [key('received_at', 'timestamptz'), byId],
    lastContactAt: [key('last_contact_at', 'timestamptz'), byId],
  },
  defaultSort: 'receivedAt',
};
const listed = Object.values(list.columns);

/** In working time, as the deadline counts it. */
function withMinutesLeft(lead: ListedLead, now = new Date()): ListedLead {
  const { form, dueAt, answeredAt, status } = lead;
  if (dueAt === null || answeredAt !== null || (status !== 'new' && status !== 'read')) return lead;
  const due = new Date(dueAt);
  const hours = leadHours(form);
  const left = minutesBetween('office', now, due, hours) - minutesBetween('office', due, now, hours);
  return { ...lead, minutesLeft: Math.floor(left) };
}

export interface LeadFilter extends ListRequest<DeskLeadSort> {
  tray?: string | undefined;
  active?: 'true' | undefined;
  overdue?: 'true' | undefined;
  form?: string | undefined;
  /** A staff member, `me` or `none`. */
  assignee?: string | undefined;
}

export async function listLeads(
  database: Database,
  caller: Caller,
  { tray, active, overdue, form, assignee, q, ...request }: LeadFilter,
): Promise<Page<ListedLead>> {
  let filters = new Conditions();
  if (tray !== undefined) filters = filters.and((one) => `verdict = ${one}`, tray);
  if (active !== undefined) filters = filters.and(() => isActive);
  if (overdue !== undefined) filters = filters.and(() => isOverdue);
  if (form !== undefined) filters = filters.and((one) => `form = ${one}`, form);
  if (assignee === 'none') filters = filters.and(() => 'assignee_id IS NULL');
  else if (assignee === 'me') filters = filters.and(() => 'assignee_id = (SELECT app_staff_id())');
  else if (assignee !== undefined) filters = filters.and((id) => `assignee_id = ${id}`, assignee);
  const terms = parseSearchTerms(q ?? '', false);
  if (terms !== undefined) filters = matching(filters, terms);
  const run = (...statements: Statement[]) => runAsStaff(database, caller, list, ...statements);
  const page = await readPage(run, list, request, filters);
  return { ...page, items: page.items.map((lead) => withMinutesLeft(lead)) };
}

const countOf = (condition: string) =>
  integer(`(SELECT count(*)::integer FROM (SELECT FROM leads WHERE ${condition} LIMIT ${maxCounted}) AS found)`);
const counted = columns({
  active: countOf(isActive),
  mine: countOf(`${isActive} AND assignee_id = (SELECT app_staff_id())`),
  unassigned: countOf(`${isActive} AND assignee_id IS NULL`),
  overdue: countOf(isOverdue),
  doubtful: countOf(`verdict = 'doubtful' AND status IN ('new', 'read')`),
  spam: countOf(`verdict = 'spam'`),
});

export async function countLeads(database: Database, caller: Caller): Promise<LeadCounts> {
  const statement = { name: 'desk-lead-counts', text: `SELECT ${counted.sql}` };
  const [rows] = await runAsStaff(database, caller, { needs }, statement);
  return counted.read(rows?.[0] ?? []);
}

export const noLead = new UserError('not_found', 'There is no such lead.');

const details = columns({
  values: json('"values"', leadValuesSchema),
  reasons: texts('reasons'),
  consentAt: nullable(
    text(`to_char(nullif(consent->>'at', '')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`),
  ),
  customerId: nullable(text('customer_id')),
  customerName: nullable(text('(SELECT customers.name FROM customers WHERE customers.id = leads.customer_id)')),
  ticketId: nullable(text('ticket_id')),
  ticketNumber: nullable(text('(SELECT ticket_number FROM tickets WHERE tickets.id = leads.ticket_id)')),
});
const message = columns({
  id: text('id'),
  kind: oneOf('kind', leadMessageKinds),
  author: nullable(text('(SELECT staff_members.name FROM staff_members WHERE user_id = author_id)')),
  isYou: { sql: 'coalesce(author_id = app_staff_id(), false)', read: (value: unknown) => value === true },
  body: text('body'),
  createdAt: text('created_at'),
  slotState: nullable(oneOf('slot_state', slotDecisions)),
  slotStartsAt: nullable(text('slot_starts_at')),
  slotEndsAt: nullable(text('slot_ends_at')),
  files: json('files', z.array(mailFileSchema)),
  mailId: nullable(
    text(
      '(SELECT inbound_mails.id FROM inbound_mails WHERE inbound_mails.id = inbound_mail_id AND sha256 IS NOT NULL)',
    ),
  ),
});
const appointment = columns({
  startsAt: text('starts_at'),
  endsAt: text('ends_at'),
  status: oneOf('appointments.status', appointmentStatuses),
});
/** What was booked with the lead, without a hold that expired. The email address has an index. */
export const fromAppointment = `FROM leads JOIN appointments ON lower(appointments.email) = lower(leads.email) AND lead_id = leads.id
  WHERE leads.id = $1 AND cancelled_by IS DISTINCT FROM 'expiry' AND (appointments.status <> 'held' OR held_until > now())`;
const appointmentText = `SELECT ${appointment.sql} ${fromAppointment} ORDER BY appointments.created_at DESC LIMIT 1`;
const leadText = `SELECT ${listed.join(', ')}, ${details.sql} FROM leads WHERE id = $1`;
const messagesText = `SELECT ${message.sql} FROM lead_messages WHERE lead_id = $1 ORDER BY created_at, lead_messages.id`;

export interface LeadSettings {
  /** Whether replies of prospects arrive at the desk. */
  repliesComeBack: boolean;
}

const statementsOf = (id: string): [Statement, Statement, Statement] => [
  { name: 'desk-lead', text: leadText, values: [id] },
  { name: 'desk-lead-messages', text: messagesText, values: [id] },
  { name: 'desk-lead-appointment', text: appointmentText, values: [id] },
];

type Found = Awaited<ReturnType<typeof runAsStaff>>;

function toLead([leads, messages, appointments]: Found, { repliesComeBack }: LeadSettings): DeskLead {
  const row = leads?.[0];
  if (row === undefined) throw noLead;
  const lead = withMinutesLeft(toItem(list, row));
  const { values, customerId, customerName, ticketId, ticketNumber, ...rest } = details.read(row.slice(listed.length));
  const booked = appointment.all(appointments)[0] ?? null;
  // Also where visitors book times themselves: a plain form asks for one all the same.
  const takesSlots = lead.form === 'consultation' && booked === null;
  const exchanged = message.all(messages).map(toMessage);
  const requested = takesSlots ? requestedSlot(values, new Date(lead.receivedAt)) : undefined;
  const slot = exchanged.findLast((one) => one.slot !== null)?.slot ?? (requested && toRequested(requested)) ?? null;
  return {
    ...lead,
    ...rest,
    values: inOrder(lead.form, values),
    messages: exchanged,
    takesSlots,
    slot,
    appointment: booked,
    customer: customerId === null || customerName === null ? null : { id: customerId, name: customerName },
    ticket: ticketId === null || ticketNumber === null ? null : { id: ticketId, ticketNumber },
    repliesComeBack,
  };
}

const toRequested = ({ startsAt, endsAt }: Slot) =>
  ({ state: 'requested', startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }) as const;

function toMessage({ slotState, slotStartsAt, slotEndsAt, ...rest }: ReturnType<typeof message.read>): LeadMessage {
  const isNone = slotState === null || slotStartsAt === null || slotEndsAt === null;
  return { ...rest, slot: isNone ? null : { state: slotState, startsAt: slotStartsAt, endsAt: slotEndsAt } };
}

/** In the order of the form, without what was left empty. Fields that a form had in an earlier version come last. */
function inOrder(form: LeadForm, values: Record<string, string>): DeskLead['values'] {
  const known: readonly LeadField[] = leadFields[form];
  const names = [...known, ...Object.keys(values).filter((name) => !known.some((one) => one === name))];
  return names.flatMap((name) => {
    const value = values[name] ?? '';
    return value === '' ? [] : [{ name, value }];
  });
}

export async function getLead(
  database: Database,
  caller: Caller,
  settings: LeadSettings,
  id: string,
): Promise<DeskLead> {
  const { requestId, network } = traceOf(caller);
  const note = { text: 'SELECT note_lead_read($1, $2, $3)', values: [id, requestId, network] };
  return toLead(await runAsStaff(database, caller, { needs }, ...statementsOf(id), note), settings);
}

/** In the transaction of a change. */
export const readLead = async (client: ClientBase, settings: LeadSettings, id: string): Promise<DeskLead> =>
  toLead(await runOn(client)(...statementsOf(id)), settings);

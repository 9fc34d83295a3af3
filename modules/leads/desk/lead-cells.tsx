import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { Sla } from '#app/desk/tickets/sla.tsx';
import type { LeadsCopy } from '../copy/desk.fr.ts';
import type { ListedLead } from '../contract/desk-leads.ts';

const variants = {
  new: 'default',
  read: 'secondary',
  answered: 'success',
  converted: 'success',
  spam: 'outline',
} as const;

export const LeadStatus = ({ status, copy }: { status: ListedLead['status']; copy: LeadsCopy }) => (
  <StatusBadge value={status} known={badges(copy.statuses, variants)} />
);

/** The deadline of the first response, as tickets have one. */
export function deadlineOf({ dueAt, answeredAt, minutesLeft }: ListedLead, now = Date.now()) {
  const end = answeredAt === null ? now : Date.parse(answeredAt);
  const isLate = dueAt !== null && end > Date.parse(dueAt);
  const state = isLate ? 'missed' : minutesLeft === null ? 'met' : 'running';
  return {
    dueAt,
    firstResponseDueAt: dueAt,
    dueKind: 'response',
    slaCalendar: 'office',
    slaState: dueAt === null || (minutesLeft === null && answeredAt === null) ? null : state,
    minutesLeft,
    // Not known here: the deadline depends on the form.
    targetMinutes: null,
  } as const;
}

export const LeadDeadline = ({ lead, isLong = false }: { lead: ListedLead; isLong?: boolean }) => (
  <Sla ticket={deadlineOf(lead)} isLong={isLong} />
);

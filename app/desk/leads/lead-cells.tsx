import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { Sla } from '#app/desk/tickets/sla.tsx';
import type { LeadsCopy } from '#content/desk/fr/leads.ts';
import type { ListedLead } from '#contract/desk-leads.ts';

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
export function deadlineOf({ dueAt, answeredAt, status }: ListedLead, now = Date.now()) {
  const isOpen = answeredAt === null && (status === 'new' || status === 'read');
  const end = answeredAt === null ? now : Date.parse(answeredAt);
  const isLate = dueAt !== null && end > Date.parse(dueAt);
  const state = isLate ? 'missed' : isOpen ? 'running' : 'met';
  return {
    dueAt,
    firstResponseDueAt: dueAt,
    dueKind: 'response',
    slaCalendar: 'office',
    slaState: dueAt === null || (!isOpen && answeredAt === null) ? null : state,
    minutesLeft: isOpen && dueAt !== null ? Math.floor((Date.parse(dueAt) - now) / 60_000) : null,
  } as const;
}

export const LeadDeadline = ({ lead, isLong = false }: { lead: ListedLead; isLong?: boolean }) => (
  <Sla ticket={deadlineOf(lead)} isLong={isLong} />
);

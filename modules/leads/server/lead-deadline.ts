import { addMinutes, wholeDays } from '#api/services/tickets/office-hours.ts';
import type { LeadForm } from '#contract/leads.ts';

/** « Dans les 24 heures (jours ouvrés) », two office hours for a consultation, and nothing for the checklist: product §9. */
export const leadMinutes: Record<LeadForm, number | null> = {
  checklist: null,
  contact: 24 * 60,
  audit: 24 * 60,
  consultation: 2 * 60,
};

/** The hours that count towards the deadline: those of the office, or all hours of the days on which it opens. */
export const leadHours = (form: LeadForm) => (form === 'consultation' ? undefined : wholeDays);

export function leadDueAt(form: LeadForm, receivedAt: Date): Date | null {
  const minutes = leadMinutes[form];
  return minutes === null ? null : addMinutes('office', receivedAt, minutes, leadHours(form));
}

import { isOfficeOpen, officeInstant } from '#api/services/tickets/office-hours.ts';
import { appointmentKinds, appointmentMinutes } from '#contract/appointments.ts';
import { maxSlotDaysAhead } from '#contract/leads.ts';

export interface Slot {
  startsAt: Date;
  endsAt: Date;
}

/** From its start, with the minutes of the kind of consultation (product §9); without a choice, of a general one. */
export function slotFrom(startsAt: Date, { consultationType }: Record<string, string>): Slot {
  const kind = appointmentKinds.find((one) => one === consultationType) ?? 'general';
  return { startsAt, endsAt: new Date(startsAt.getTime() + appointmentMinutes[kind] * 60_000) };
}

export const isSlotAhead = (startsAt: Date, now: Date): boolean =>
  startsAt > now && startsAt.getTime() - now.getTime() <= maxSlotDaysAhead * 24 * 60 * 60_000;

/**
 * The slot that a consultation asks for: a day on which the office opens and one of the site's slots. Undefined where it names no such time,
 * or one that has passed: staff propose one.
 */
export function requestedSlot(values: Record<string, string>, now: Date): Slot | undefined {
  const { preferredDate = '', preferredTime = '' } = values;
  const [, hour, minute] = /^(\d{1,2})h(\d\d)-/.exec(preferredTime) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const startsAt = officeInstant(`${preferredDate}T${hour.padStart(2, '0')}:${minute}`);
  if (Number.isNaN(startsAt.getTime()) || !isOfficeOpen(startsAt) || !isSlotAhead(startsAt, now)) return undefined;
  return slotFrom(startsAt, values);
}

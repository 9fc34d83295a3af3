import { company } from '#api/lib/company.ts';
import type { PreparedMail } from '#api/mail/delivery.ts';
import { consultationFrench } from '#api/mail/templates/consultation-french.ts';
import { organizerOf, writeInvitation } from '#api/services/calendar/icalendar.ts';
import { appointmentKinds, meetings } from '#contract/appointments.ts';
import type { slotStates } from '#contract/leads.ts';
import type { Slot } from './requested-slot.ts';

interface Invited extends Slot {
  id: string;
  state: (typeof slotStates)[number];
  sequence: number;
  email: string;
  values: Record<string, string>;
}

/** In the words of the mails about appointments. Nothing of it was typed. */
export function describeConsultation({ consultationType, meetingType }: Record<string, string>) {
  const kind = appointmentKinds.find((one) => one === consultationType);
  const meeting = meetings.find((one) => one === meetingType);
  return {
    kind: kind === undefined ? 'Consultation' : consultationFrench.kinds[kind],
    meeting: meeting === undefined ? 'à convenir' : consultationFrench.meetings[meeting],
  };
}

/**
 * The event of a lead: one UID, and a SEQUENCE that grows with each decision. The receipt publishes it, as nobody knows yet whether the
 * reader asked for it: a request could enter it in the calendar of a stranger.
 */
export function inviteTo(
  { id, state, sequence, startsAt, endsAt, email, values }: Invited,
  { siteUrl, mailFrom }: { siteUrl: string; mailFrom: string | undefined },
): NonNullable<PreparedMail['invitation']> {
  const { kind, meeting } = describeConsultation(values);
  const method = state === 'requested' ? 'PUBLISH' : state === 'declined' ? 'CANCEL' : 'REQUEST';
  const event = {
    uid: `lead-${id}@${new URL(siteUrl).hostname}`,
    startsAt,
    endsAt,
    sequence,
    location: meeting,
    summary: consultationFrench.summary(kind, company.name),
    description: state === 'requested' ? 'Créneau demandé, à confirmer.' : '',
  };
  const isTentative = state === 'requested' || state === 'proposed';
  const attendee = { name: values['name'] ?? '', email };
  const content = writeInvitation(
    { method, isTentative, event, organizer: organizerOf(mailFrom), attendee },
    new Date(),
  );
  return { method, content };
}

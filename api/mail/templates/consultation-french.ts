import { consultationTypes } from '#content/form-choices.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';
import { frenchTime } from './french-dates.ts';
import { guestTime } from './guest-time.ts';

const date = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone }).format(at);

function elsewhere(at: Date, zone: string | null): string {
  const guest = guestTime(at, zone);
  if (guest === undefined) return '';
  const day = guest.isOtherDay ? `${date(at, guest.zone)} à\u00a0` : '';
  return `, soit ${day}${frenchTime(at, guest.zone)} chez vous (${guest.offset})`;
}

const moment = (at: Date, zone: string | null = null) =>
  `${date(at, officeTimeZone)} à\u00a0${frenchTime(at)} (heure de Nice)${elsewhere(at, zone)}`;
const fact = (at: Date, zone: string | null = null) => ({
  value: `${date(at, officeTimeZone)}\n${frenchTime(at)}`,
  note: `heure de Nice${elsewhere(at, zone)}`,
  isMoment: true,
});

/** The words for a consultation, requested or booked. */
export const consultationFrench = {
  kinds: consultationTypes,
  meetings: { video: 'visioconférence', phone: 'téléphone', onsite: 'sur site' },
  moment,
  fact,
  summary: (kind: string, company: string) => `${kind} – ${company}`,
};

import { officeTimeZone } from '#contract/ticket-states.ts';

const offsetIn = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;

const dayIn = (at: Date, timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).format(at);

interface GuestTime {
  zone: string;
  /** `UTC+4`: names of zones differ between languages, and most people do not know theirs. */
  offset: string;
  isOtherDay: boolean;
}

/** Where the clock of the guest differs from ours at that moment: that depends on the date. */
export function guestTime(at: Date, zone: string | null): GuestTime | undefined {
  if (zone === null) return undefined;
  try {
    const offset = offsetIn(at, zone);
    if (offset === undefined || offset === offsetIn(at, officeTimeZone)) return undefined;
    const isOtherDay = dayIn(at, zone) !== dayIn(at, officeTimeZone);
    return { zone, offset: offset.replace('GMT', 'UTC'), isOtherDay };
  } catch {
    // Another version of Node knew this zone.
    return undefined;
  }
}

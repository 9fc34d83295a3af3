import { officeTimeZone } from '#contract/ticket-states.ts';

const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: officeTimeZone });

/** `9 h 00`: Intl writes the time with a colon, and a zero first. */
export const frenchTime = (at: Date, timeZone: string = officeTimeZone) =>
  new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone }).format(at).replace(/^0?(\d+):/, '$1\u00a0h\u00a0');

/** `5 janvier 2025 à 10 h 30 (heure de Nice)` */
export const moment = (at: string) => {
  const date = new Date(at);
  return `${dates.format(date)} à ${frenchTime(date)} (heure de Nice)`;
};

// For loaders: a browser takes 30 ms to make its first formatter, on a page that waits for nothing else.
const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** « 15 juin 2025 », kept on one line. */
export const frenchDate = (isoDate: string) => dates.format(new Date(`${isoDate}T00:00:00Z`)).replaceAll(' ', '\u00a0');

/** « 3 heures », « 2 h 30 ». */
export const frenchHours = (hours: number) =>
  Number.isInteger(hours) ? `${hours}\u00a0heures` : `${Math.floor(hours)}\u00a0h\u00a0${Math.round((hours % 1) * 60)}`;

// For loaders: creating the first formatter takes a browser 30 ms.
const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** `15 juin 2025`, with non-breaking spaces. */
export const frenchDate = (isoDate: string) => dates.format(new Date(`${isoDate}T00:00:00Z`)).replaceAll(' ', '\u00a0');

/** `3 heures`, `2 h 30`. */
export const frenchHours = (hours: number) =>
  Number.isInteger(hours) ? `${hours}\u00a0heures` : `${Math.floor(hours)}\u00a0h\u00a0${Math.round((hours % 1) * 60)}`;

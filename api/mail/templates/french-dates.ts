const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });
const times = new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone: 'Europe/Paris' });

/** `5 janvier 2025 à 10 h 30 (heure de Paris)`: Intl writes the time with a colon. */
export const moment = (at: string) => {
  const date = new Date(at);
  return `${dates.format(date)} à ${times.format(date).replace(':', '\u00a0h\u00a0')} (heure de Paris)`;
};

import { createFormats } from './formats.ts';

const nbsp = '\u00a0';

export const french = createFormats({
  locale: 'fr-FR',
  space: nbsp,
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  // `9 h 05`
  clock: (hour, minute) => `${Number(hour)}${nbsp}h${nbsp}${minute}`,
  // `lundi 16 novembre 2026`
  longDay: {
    weekday: 'long',
    month: 'long',
    write: ({ weekday, day, month, year }) => `${weekday} ${day} ${month} ${year}`,
  },
  // `lun. 16 nov.`
  officeDay: { weekday: 'short', month: 'short', write: ({ weekday, day, month }) => `${weekday} ${day} ${month}` },
  month: 'long',
  duration: {
    none: 'moins d’une minute',
    // `40 min`, `2 h 05`, `130 h`
    write: (hours, minutes, number) => {
      if (hours === 0) return `${minutes}${nbsp}min`;
      return hours < 100 ? `${hours}${nbsp}h${nbsp}${String(minutes).padStart(2, '0')}` : `${number(hours)}${nbsp}h`;
    },
  },
  bytes: { units: ['o', 'Ko', 'Mo', 'Go', 'To'], digits: () => ({ maximumFractionDigits: 1 }) },
});

// For loaders: creating the first formatter takes a browser 30 ms.
const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** `15 juin 2025`, with non-breaking spaces. */
export const frenchDate = (isoDate: string) => dates.format(new Date(`${isoDate}T00:00:00Z`)).replaceAll(' ', nbsp);

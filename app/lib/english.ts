import { createFormats, type DayParts } from './formats.ts';

/** `Monday 16 Nov`, with the year unless it is this one. */
const dayAndMonth = ({ weekday, day, month, year, isThisYear }: DayParts) =>
  isThisYear ? `${weekday} ${day} ${month}` : `${weekday} ${day} ${month} ${year}`;

export const english = createFormats({
  locale: 'en-US',
  space: ' ',
  // product §9: `MMM dd, yyyy`.
  day: { month: 'short', day: '2-digit', year: 'numeric' },
  clock: (hour, minute) => `${hour}:${minute}`,
  longDay: { weekday: 'long', month: 'short', write: dayAndMonth },
  officeDay: { weekday: 'long', month: 'short', write: dayAndMonth },
  month: 'short',
  duration: {
    none: 'less than a minute',
    write: (hours, minutes) => (hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes).padStart(2, '0')} min`),
  },
  bytes: {
    units: ['B', 'KB', 'MB', 'GB', 'TB'],
    digits: (power) => {
      const decimals = power < 2 ? 0 : 1;
      return { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
    },
  },
});

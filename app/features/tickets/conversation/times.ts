import { officeTimeZone } from '#contract/ticket-states.ts';

const options = {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

// The browser's time zone for what people wrote, the office's for what the office promised.
const local = new Intl.DateTimeFormat('en-US', options);
const office = new Intl.DateTimeFormat('en-US', { ...options, timeZone: officeTimeZone });

function partsOf(format: Intl.DateTimeFormat, moment: Date) {
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return {
    day: `${parts['weekday']} ${parts['day']} ${parts['month']}`,
    year: parts['year'] ?? '',
    time: `${parts['hour']}:${parts['minute']}`,
  };
}

/** `Monday 16 Nov`, with the year unless it is this one. */
function dayIn(format: Intl.DateTimeFormat, moment: string, now: Date): string {
  const { day, year } = partsOf(format, new Date(moment));
  return year === partsOf(format, now).year ? day : `${day} ${year}`;
}

export const formatLongDay = (moment: string, now = new Date()) => dayIn(local, moment, now);

/** `10:30` */
export const formatTime = (moment: string) => partsOf(local, new Date(moment)).time;

/** `Monday 16 Nov, 10:30`, at the office. */
export const formatOfficeTime = (moment: string, now = new Date()) =>
  `${dayIn(office, moment, now)}, ${partsOf(office, new Date(moment)).time}`;

export const addDays = (moment: string, days: number) => {
  const date = new Date(moment);
  date.setDate(date.getDate() + days);
  return date.toISOString();
};

/** `2 h 05 min`, `40 min`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}

type States = Record<'open' | 'today' | 'tomorrow' | 'monday', string>;

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const format = {
  timeZone: 'Europe/Paris',
  weekday: 'short',
  day: 'numeric',
  month: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** What the clocks in Nice show, and how light it is there, from 0 to 1: the sun of the month fades within an hour. */
export function niceTime(now: Date) {
  const [, weekday = '', month, hour, minute = ''] =
    /(\w+)\D+\d+\/(\d+)\D+(\d+):(\d+)/.exec(now.toLocaleString('en-GB', format)) ?? [];
  const winter = Math.cos(((Number(month) - 0.7) * Math.PI) / 6);
  const fromNoon = Math.abs(Number(hour) + Number(minute) / 60 - 13 + winter / 2);
  const daylight = Math.min(1, Math.max(0, 6.5 - 1.65 * winter - fromNoon));
  return { day: days.indexOf(weekday), hour: Number(hour), minute, daylight };
}

/** The office is open from Monday to Friday, 8 to 18 h (content/site.ts). */
export function stateOfOffice({ day, hour }: { day: number; hour: number }): keyof States {
  const isWorkday = day > 0 && day < 6;
  if (isWorkday && hour < 8) return 'today';
  if (isWorkday && hour < 18) return 'open';
  return day < 5 ? 'tomorrow' : 'monday';
}

/** Lights the rampart of every page by the time in Nice, and writes whether the office is open where a page says so. */
export function tellOfficeHour() {
  const now = new Date();
  const time = niceTime(now);
  const line = document.querySelector<HTMLElement>('[data-office-hour]');
  if (line?.firstElementChild) {
    const [sentence, states] = JSON.parse(line.dataset.officeHour ?? '') as [string, States];
    line.firstElementChild.textContent = sentence
      .replace('%s', states[stateOfOffice(time)])
      .replace('%s', `${time.hour}\u00A0h\u00A0${time.minute}`);
  }
  document.documentElement.style.setProperty('--daylight', String(time.daylight));
  setTimeout(tellOfficeHour, 60_000 - (now.getTime() % 60_000));
}

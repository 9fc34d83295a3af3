type States = Record<'open' | 'today' | 'tomorrow' | 'monday', string>;

const hourMs = 3_600_000;

/** The clocks change on the last Sunday of March and of October, at 1 h UTC. */
const clocksChange = (year: number, month: 2 | 9) =>
  Date.UTC(year, month, 31 - new Date(Date.UTC(year, month, 31)).getUTCDay(), 1);

/**
 * What the clocks in Nice show, and how light it is there, from 0 to 1: the sun of the month fades within an hour.
 * Its first time zone costs `Intl` 30 ms on a computer, four times as much on a phone.
 */
export function niceTime(now: Date) {
  const year = now.getUTCFullYear();
  const isSummer = +now >= clocksChange(year, 2) && +now < clocksChange(year, 9);
  const nice = new Date(+now + (isSummer ? 2 : 1) * hourMs);
  const [hour, minutes] = [nice.getUTCHours(), nice.getUTCMinutes()];
  const winter = Math.cos(((nice.getUTCMonth() + 0.3) * Math.PI) / 6);
  const fromNoon = Math.abs(hour + minutes / 60 - 13 + winter / 2);
  const daylight = Math.min(1, Math.max(0, 6.5 - 1.65 * winter - fromNoon));
  return { day: nice.getUTCDay(), hour, minute: String(minutes).padStart(2, '0'), daylight };
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

import { arabicRegions } from '#contract/languages.ts';
import { createFormats, type Formats } from './formats.ts';

const nbsp = '\u00a0';

const create = (region: string) =>
  createFormats({
    locale: `ar-${region}-u-nu-latn`,
    space: nbsp,
    comma: '، ',
    day: { day: 'numeric', month: 'long', year: 'numeric' },
    clock: (hour, minute) => `${hour}:${minute}`,
    longDay: {
      weekday: 'long',
      month: 'long',
      write: ({ weekday, day, month, year }) => `${weekday} ${day} ${month} ${year}`,
    },
    officeDay: { weekday: 'long', month: 'long', write: ({ weekday, day, month }) => `${weekday} ${day} ${month}` },
    month: 'long',
    duration: {
      none: 'أقل من دقيقة',
      write: (hours, minutes, number) =>
        hours === 0 ? `${minutes} د` : `${number(hours)} س ${String(minutes).padStart(2, '0')} د`,
    },
    bytes: { units: ['بايت', 'ك.ب', 'م.ب', 'ج.ب', 'ت.ب'], digits: () => ({ maximumFractionDigits: 1 }) },
  });

const known = new Map<string, Formats>();

/** By the customer's country, or else the browser's: months have other names in Rabat than in Tunis. All of them write Latin digits. */
export function arabic(country: string | null | undefined): Formats {
  const wanted = country ?? navigator.languages.find((tag) => tag.startsWith('ar-'))?.slice(3, 5);
  const region = arabicRegions.find((one) => one === wanted) ?? arabicRegions[0];
  const formats = known.get(region) ?? create(region);
  known.set(region, formats);
  return formats;
}

import { french } from './french.ts';

/** The public site writes `9h00`, as product §9 does. */
const short = (time: string) => time.replaceAll('\u00a0', '').replace(/^0/, '');

export const siteFormats = {
  ...french,
  time: (moment: string) => short(french.time(moment)),
  officeTime: (moment: string) => short(french.officeTime(moment)),
};

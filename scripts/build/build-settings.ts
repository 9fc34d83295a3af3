import { readSettings, type Settings } from '#api/lib/env.ts';

/** Inputs of a build beside its sources. SITE_URL is none: the server writes its own into the pages when it starts. */
export type BuildSettings = Pick<Settings, 'leads' | 'hasBooking'>;

/** The machine that builds needs no other setting of the server. */
export function readBuildSettings(source: NodeJS.ProcessEnv = process.env): BuildSettings {
  const { LEADS, BOOKING } = source;
  const { leads, hasBooking } = readSettings({ LEADS, BOOKING, DATABASE_URL: 'embedded' }, { isBuild: true });
  return { leads, hasBooking };
}

import { readSettings, type Settings } from '#api/lib/env.ts';

/** What a build depends on beside its sources. */
export interface BuildSettings extends Pick<Settings, 'leads' | 'hasBooking'> {
  /** SITE_URL, or nothing if it is not set. */
  siteUrl: string | undefined;
}

/** The settings of a server that its build has to have too. */
export const buildSettingsOf = ({ isSiteUrlGiven, siteUrl, leads, hasBooking }: Settings): BuildSettings => ({
  siteUrl: isSiteUrlGiven ? siteUrl : undefined,
  leads,
  hasBooking,
});

/** The machine that builds needs no other setting of the server. */
export function readBuildSettings(source: NodeJS.ProcessEnv = process.env): BuildSettings {
  const { SITE_URL, LEADS, BOOKING } = source;
  return buildSettingsOf(readSettings({ SITE_URL, LEADS, BOOKING, DATABASE_URL: 'embedded' }, { isBuild: true }));
}

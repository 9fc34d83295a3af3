import type { ShellCopy } from '#content/portal/en/shell.ts';
import type { Capability } from '#contract/roles.ts';

/** product §2: six tabs in this order; the portal opens on the first. `needs`: whose roles allow it. */
export const portalTabs = [
  { name: 'overview', icon: 'layout-dashboard' },
  { name: 'invoices', icon: 'receipt-text', needs: 'billing' },
  { name: 'contracts', icon: 'file-text', needs: 'billing' },
  { name: 'payments', icon: 'credit-card', needs: 'billing' },
  { name: 'licenses', icon: 'key', needs: 'licenses' },
  { name: 'support', icon: 'life-buoy', needs: 'tickets' },
] as const satisfies { name: keyof ShellCopy['tabs']; icon: string; needs?: Capability }[];

export type PortalTab = (typeof portalTabs)[number];

/** The overview shows of everything what the role allows. */
export const needOf = (tab: PortalTab): Capability | undefined => ('needs' in tab ? tab.needs : undefined);

const portalPath = '/customer-portal';
/** Not tabs: they are about the user, not about the customer's records. */
export const accountPath = `${portalPath}/account`;
export const securityPath = `${portalPath}/security`;
/** Nor is this: it is about who may see them. */
export const peoplePath = `${portalPath}/people`;

/** The user's appointments, reached from the support tab (BOOKING=on). */
export const appointmentsPath = `${portalPath}/appointments`;
export const supportPath = `${portalPath}/support`;

export const ticketPath = (id: string) => `${supportPath}/${id}`;

// Prerendered paths end in a slash.
const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');

export const tabPath = ({ name }: PortalTab) => (name === 'overview' ? portalPath : `${portalPath}/${name}`);

/** A path below a tab's path belongs to that tab. */
export const openTab = (pathname: string): PortalTab | undefined =>
  withoutSlash(pathname) === portalPath
    ? portalTabs[0]
    : portalTabs.slice(1).find((tab) => `${pathname}/`.startsWith(`${tabPath(tab)}/`));

/** The open screen, if it is not a tab. */
export const otherScreen = (pathname: string): 'account' | 'security' | 'people' | 'appointments' | undefined =>
  (
    {
      [accountPath]: 'account',
      [securityPath]: 'security',
      [peoplePath]: 'people',
      [appointmentsPath]: 'appointments',
    } as const
  )[withoutSlash(pathname)];

/** For the document's title. */
export function screenName(pathname: string, copy: ShellCopy): string | undefined {
  const other = otherScreen(pathname);
  if (other !== undefined) return copy[other];
  const tab = openTab(pathname);
  return tab && copy.tabs[tab.name];
}

/** The path for URLs that name the tab as a parameter (?tab=invoices, ?view=security). */
export function currentUrlOf(search: string): string | undefined {
  const params = new URLSearchParams(search);
  const tab = params.get('tab');
  const view = params.get('view');
  if (tab === null && view === null) return undefined;
  params.delete('tab');
  params.delete('view');
  const known = portalTabs.find(({ name }) => name === tab) ?? portalTabs[0];
  const path = view === 'security' ? securityPath : tabPath(known);
  return params.size > 0 ? `${path}?${params.toString()}` : path;
}

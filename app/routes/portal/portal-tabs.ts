/** product §2: six tabs in this order; the portal opens on the first. */
export const portalTabs = [
  { name: 'overview', label: 'Overview', icon: 'layout-dashboard' },
  { name: 'invoices', label: 'Invoices', icon: 'receipt-text' },
  { name: 'contracts', label: 'Contracts', icon: 'file-text' },
  { name: 'payments', label: 'Payments', icon: 'credit-card' },
  { name: 'licenses', label: 'Licenses', icon: 'key' },
  { name: 'support', label: 'Support', icon: 'life-buoy' },
] as const;

export type PortalTab = (typeof portalTabs)[number];

const portalPath = '/customer-portal';
/** Not a tab: it is about the user, not about the customer's records. */
export const securityPath = `${portalPath}/security`;

// Prerendered paths end in a slash.
const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');

export const tabPath = ({ name }: PortalTab) => (name === 'overview' ? portalPath : `${portalPath}/${name}`);

/** A path below a tab's path belongs to that tab. */
export const openTab = (pathname: string): PortalTab | undefined =>
  withoutSlash(pathname) === portalPath
    ? portalTabs[0]
    : portalTabs.slice(1).find((tab) => `${pathname}/`.startsWith(`${tabPath(tab)}/`));

/** For the document's title. */
export const screenName = (pathname: string): string | undefined =>
  withoutSlash(pathname) === securityPath ? 'Security' : openTab(pathname)?.label;

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

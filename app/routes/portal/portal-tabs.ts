/** product §2: six, in this order; the first is where the portal opens. */
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
/** Not one of the tabs: it shows the user, not the customer's records. */
export const securityPath = `${portalPath}/security`;

export const tabPath = ({ name }: PortalTab) => (name === 'overview' ? portalPath : `${portalPath}/${name}`);

/** A path below a tab's own, such as a single ticket's, belongs to that tab. */
export const openTab = (pathname: string): PortalTab | undefined =>
  pathname === portalPath
    ? portalTabs[0]
    : portalTabs.slice(1).find((tab) => `${pathname}/`.startsWith(`${tabPath(tab)}/`));

/** Where an address of the time when tabs were parameters (?tab=invoices, ?view=security) leads now. */
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

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

export const openTab = (params: URLSearchParams): PortalTab =>
  portalTabs.find(({ name }) => name === params.get('tab')) ?? portalTabs[0];

export const tabSearch = ({ name }: PortalTab) => (name === 'overview' ? '' : `?tab=${name}`);

/** Not one of the tabs: it shows the login, not the customer's records. */
export const securitySearch = '?view=security';
export const isSecurity = (params: URLSearchParams) => params.get('view') === 'security';

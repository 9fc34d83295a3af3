/** spec §2: six, in this order; the first is where the portal opens. */
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

import type { ItemOf, RecordDescription } from './record-description.ts';
import { invoices } from './record-lists.ts';

const shown = Object.entries(invoices.columns).filter(([name]) => name !== 'riskScore');

/** The portal's list where PORTAL_RISK is hidden: the score is neither sent nor sorted by. */
export const invoicesWithoutRisk = {
  ...invoices,
  columns: Object.fromEntries(shown) as Omit<typeof invoices.columns, 'riskScore'>,
} as const satisfies RecordDescription;

/** An invoice in the portal. */
export type PortalInvoice = ItemOf<typeof invoicesWithoutRisk> & { riskScore?: number | undefined };

import { createContext, useContext } from 'react';
import type { Membership } from '#contract/auth.ts';
import { type Capability, canDo } from '#contract/roles.ts';

/** The currency of every amount in the portal. The server sends it with the session, before anything is shown. */
export const CurrencyContext = createContext<string | null>(null);

export function useCurrency(): string {
  const currency = useContext(CurrencyContext);
  if (currency === null) throw new Error('useCurrency was called outside of CurrencyContext.');
  return currency;
}

/** The active customer, with the user's roles in it; undefined for a user without a customer. */
export const MembershipContext = createContext<Membership | undefined>(undefined);

/** A staff member sees the portal as the customer does: what would change something is hidden. */
export const ReadOnlyContext = createContext(false);

/** Without a customer nothing is hidden: every tab says that access is required (product §2). */
export const mayDo = (membership: Membership | undefined, capability: Capability | undefined) =>
  membership === undefined || capability === undefined || canDo(membership.roles, capability);

export function useCan(): (capability: Capability) => boolean {
  const membership = useContext(MembershipContext);
  return (capability) => mayDo(membership, capability);
}

/** Preferences are stored per user; a printed list names the customer. */
export const ListOwner = createContext<{ userId: string; customerName: string | undefined }>({
  userId: '',
  customerName: undefined,
});

import { createContext, useContext } from 'react';
import { describeError } from './api-client.ts';
import type { Formats } from './formats.ts';
import { requiredContext } from './required-context.ts';
import type { CommonCopy } from '#content/portal/en/shell.ts';
import type { Membership } from '#contract/auth.ts';
import { type Capability, canDo } from '#contract/roles.ts';

/** The currency of every amount in the portal. The server sends it with the session, before anything is shown. */
export const [CurrencyContext, useCurrency] = requiredContext<string>('CurrencyContext');

/** The portal shows no risk scores. */
export const RiskHiddenContext = createContext(false);

/** How the language of the page writes numbers, dates and plurals. */
export const [FormatsContext, useFormats] = requiredContext<Formats>('FormatsContext');

export const [CommonCopyContext, useCommonCopy] = requiredContext<CommonCopy>('CommonCopyContext');

export function useErrorMessage(): (error: unknown) => string {
  const { byCode, unknown, retryIn } = useCommonCopy().errors;
  const { duration } = useFormats();
  const texts = { byCode, unknown, retryIn: retryIn && ((minutes: number) => retryIn(duration(minutes))) };
  return (error) => describeError(error, texts);
}

/** The active customer, with the user's roles in it; undefined for a user without a customer. */
export const MembershipContext = createContext<Membership | undefined>(undefined);

/** The user works at the desk. */
export const StaffContext = createContext(false);

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

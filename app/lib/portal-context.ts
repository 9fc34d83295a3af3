import { createContext, useContext } from 'react';

/** The currency of every amount in the portal. The server sends it with the session, before anything is shown. */
export const CurrencyContext = createContext<string | null>(null);

export function useCurrency(): string {
  const currency = useContext(CurrencyContext);
  if (currency === null) throw new Error('useCurrency was called outside of CurrencyContext.');
  return currency;
}

/** Preferences are stored per user; a printed list names the customer. */
export const ListOwner = createContext<{ userId: string; customerName: string | undefined }>({
  userId: '',
  customerName: undefined,
});

import { createContext, useContext } from 'react';

/** The currency of every amount that the portal shows. The server names it with the session, before anything is shown. */
export const CurrencyContext = createContext<string | null>(null);

export function useCurrency(): string {
  const currency = useContext(CurrencyContext);
  if (currency === null) throw new Error('useCurrency was called outside of CurrencyContext.');
  return currency;
}

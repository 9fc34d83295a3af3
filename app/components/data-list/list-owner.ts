import { createContext } from 'react';

/** Whose list it is: choices are kept for the user, a printed list names the customer. */
export const ListOwner = createContext<{ userId: string; customerName: string | undefined }>({
  userId: '',
  customerName: undefined,
});

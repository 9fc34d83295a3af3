import { createContext, useContext } from 'react';

/** A context without a default, and its hook. For copy, formats and what else a route must provide. */
export function requiredContext<Value>(name: string) {
  const Context = createContext<Value | null>(null);
  const useValue = (): Value => {
    const value = useContext(Context);
    if (value === null) throw new Error(`${name} was read outside of its provider.`);
    return value;
  };
  return [Context, useValue] as const;
}

import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { findCustomer } from '#api/admin/customers.ts';
import { BadValue } from './fields.ts';

/** Customers by what rows call them, each looked up once. */
export function customerFinder(client: ClientBase) {
  const known = new Map<string, string | BadValue>();
  return async (wanted: string): Promise<string> => {
    const found = known.get(wanted) ?? (await find(client, wanted));
    known.set(wanted, found);
    if (found instanceof BadValue) throw found;
    return found;
  };
}

async function find(client: ClientBase, wanted: string): Promise<string | BadValue> {
  try {
    return (await findCustomer(client, wanted)).id;
  } catch (error) {
    if (error instanceof OperatorError) return new BadValue(`names no customer that we know ("${wanted}")`);
    throw error;
  }
}

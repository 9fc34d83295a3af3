import type { DemoMember } from '#api/auth/credentials/demo-links.ts';
import type { Database } from '#api/db/connect.ts';
import { customers } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { users } from '#api/db/user-schema.ts';

/** A colleague of the first customer's owner. */
export const billingEmail = 'paul@cabinet-massena.example';
export const unlinkedEmail = 'nouveau@demo.example';
export const staffOfDemo = [
  { email: 'staff@rempart-azur.example', name: 'Sofia Marchetti' },
  { email: 'colleague@rempart-azur.example', name: 'Hugo Lantier' },
];

/** Everybody whom createDemo() makes, with the words that a start prints. */
export const demoMembers: readonly DemoMember[] = [
  { email: 'claire@cabinet-massena.example', name: 'Claire', role: 'owner' },
  { email: billingEmail, name: 'Paul', role: 'billing' },
  { email: 'karim@atlas-distribution.example', name: 'Karim', role: 'owner' },
  { email: unlinkedEmail, name: 'Nouveau', role: 'no company' },
  ...staffOfDemo.map(({ email, name }) => ({
    email,
    name: name.split(' ')[0] ?? name,
    role: 'staff desk',
    isStaff: true,
  })),
];
const demoCustomers = ['Cabinet Masséna', 'Atlas Distribution'];

/** Whether an embedded database contains the demo's users and customers, and nobody else. */
export async function hasOnlyDemoData(database: Database): Promise<boolean> {
  if (database.engine !== 'embedded') return false;
  return asOperator(database, async (tx) => {
    const emails = await tx.select({ email: users.email }).from(users);
    const names = await tx.select({ name: customers.name }).from(customers);
    return (
      emails.length === demoMembers.length &&
      names.length === demoCustomers.length &&
      emails.every(({ email }) => demoMembers.some((member) => member.email === email)) &&
      names.every(({ name }) => demoCustomers.includes(name))
    );
  });
}

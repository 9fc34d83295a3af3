import { hashPassword } from '#api/auth/core/password-hash.ts';
import { customers, memberships } from '#api/db/schema.ts';
import { accounts, users } from '#api/db/user-schema.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { password } from './users.ts';

const hash = await hashPassword(password);

export async function createUser(
  tx: Transaction,
  email: string,
  customerId?: string,
  roles: CustomerRole[] = ['owner'],
): Promise<string> {
  const [user] = await tx.insert(users).values({ email, name: email, emailVerified: true }).returning();
  if (user === undefined) throw new Error(`${email} was not created.`);
  await tx.insert(accounts).values({ userId: user.id, accountId: user.id, providerId: 'credential', password: hash });
  if (customerId !== undefined) await tx.insert(memberships).values({ userId: user.id, customerId, roles });
  return user.id;
}

export async function createCustomer(
  tx: Transaction,
  email: string,
  values: Omit<typeof customers.$inferInsert, 'email'>,
): Promise<string> {
  const row = { ...values, email };
  const [made] = await tx.insert(customers).values(row).returning();
  if (made === undefined) throw new Error(`${values.name} was not created.`);
  await createUser(tx, email, made.id);
  return made.id;
}

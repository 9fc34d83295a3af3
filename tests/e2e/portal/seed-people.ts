import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { newTotpFactor } from '#api/auth/credentials/second-factor.ts';
import type { Database } from '#api/db/connect.ts';
import { customers, invoices, licenses, memberships, staffMembers, tickets } from '#api/db/schema.ts';
import { twoFactors, users } from '#api/db/user-schema.ts';
import { asOperator, type Transaction } from '#api/db/transaction-context.ts';
import { staffPermissions } from '#contract/staff.ts';
import { createCustomer, createUser } from './seed-accounts.ts';
import { duo, firstCompany, invitee, secondCompany, secondTeam, staff, staffSecretsFile, teams } from './users.ts';

/** The customers of the journeys about people. */
export async function seedPeople(tx: Transaction): Promise<void> {
  const ids = new Map<string, string>();
  const colleagues = new Map<string, string>();
  for (const { name, owner, colleague, role } of Object.values(teams)) {
    const id = await createCustomer(tx, owner, { name });
    ids.set(name, id);
    if (role !== undefined) colleagues.set(name, await createUser(tx, colleague, id, [role]));
    await tx.insert(invoices).values({ customerId: id, number: `FA ${name}`, amount: '120', status: 'pending' });
    await tx
      .insert(licenses)
      .values({ customerId: id, productName: 'Drawing suite', licenseKey: name, licenseType: 'perpetual' });
  }
  const watched = ids.get(teams.watched.name) ?? '';
  await tx.insert(tickets).values(
    [1, 2, 3, 4].map((nth) => {
      return { customerId: watched, ticketNumber: `TKT-500${nth}`, subject: `Question ${nth}`, description: 'd' };
    }),
  );
  await joinSecond(tx, colleagues.get(teams.removing.name) ?? '', secondTeam, 'technical');
  await createUser(tx, invitee);

  const first = await createCustomer(tx, duo, { name: firstCompany.name });
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, duo));
  const second = await joinSecond(tx, user?.id ?? '', secondCompany.name, 'billing');
  await tx.insert(invoices).values([
    { customerId: first, number: firstCompany.invoice, amount: '10', status: 'pending' },
    { customerId: second, number: secondCompany.invoice, amount: '10', status: 'pending' },
  ]);
}

/** Adds a user to a second customer, which is never their first one: the oldest membership is. */
async function joinSecond(
  tx: Transaction,
  userId: string,
  name: string,
  role: 'billing' | 'technical',
): Promise<string> {
  const [made] = await tx.insert(customers).values({ name }).returning({ id: customers.id });
  if (made === undefined) throw new Error(`${name} was not created.`);
  const createdAt = new Date(Date.now() + 1000).toISOString();
  await tx.insert(memberships).values({ userId, customerId: made.id, roles: [role], createdAt });
  return made.id;
}

/** Staff with a second factor, whose secrets the journeys read. */
export async function seedStaff(database: Database, auth: AuthContext, dataDir: string): Promise<void> {
  const secrets: Record<string, string> = {};
  for (const { email, name } of Object.values(staff)) {
    const { factor, key } = await newTotpFactor(auth, email);
    secrets[email] = key;
    await asOperator(database, async (tx) => {
      const userId = await createUser(tx, email);
      await tx.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
      await tx.insert(twoFactors).values({ userId, ...factor });
      await tx.insert(staffMembers).values({ userId, name, permissions: [...staffPermissions] });
    });
  }
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, staffSecretsFile), JSON.stringify(secrets));
}

import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { newTotpFactor } from '#api/auth/credentials/second-factor.ts';
import { hashPassword } from '#api/auth/core/password-hash.ts';
import { asOperator, ormOn, type Transaction } from '#api/db/transaction-context.ts';
import type { Database } from '#api/db/connect.ts';
import { DiskReserveError } from '#api/files/receive-file.ts';
import {
  contracts,
  customers,
  invoices,
  licenses,
  memberships,
  payments,
  staffMembers,
  tickets,
} from '#api/db/schema.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { accounts, twoFactors, users } from '#api/db/user-schema.ts';
import type { Settings } from '#api/lib/env.ts';
import type { IssueDeps } from '#modules/invoicing/server/write/issue-invoice.ts';
import { staffPermissions } from '#contract/staff.ts';
import { atlasDistribution } from './atlas-distribution.ts';
import { cabinetMassena } from './cabinet-massena.ts';
import { insertConversations } from './conversations.ts';
import { type Days, daysFrom } from '#api/lib/demo-days.ts';
import { capabilities } from '../../capabilities.ts';
import type { DemoCustomer } from './demo-customer.ts';
import { billingEmail, staffOfDemo, unlinkedEmail } from './demo-members.ts';
import { insertDocuments, settlePaidInvoices } from './documents.ts';
import { insertHistory } from './ticket-history.ts';

export interface Demo {
  emails: string[];
  password: string;
  /** Two administrators: bank accounts need both. `key` and `uri` are the second factor, for an authenticator. */
  staff: { email: string; key: string; uri: string }[];
}

interface DemoSettings extends Pick<Settings, 'demoPassword'>, Partial<Pick<Settings, 'leads' | 'hasBooking'>> {
  today?: Date;
}

/** Fills an empty embedded database with four users, two customers and two staff members; never PostgreSQL, never next to existing data. */
export async function createDemo(
  database: Database,
  auth: AuthContext,
  { today = new Date(), ...settings }: DemoSettings,
  issuing: IssueDeps,
): Promise<Demo | undefined> {
  if (database.engine !== 'embedded' || !(await isEmpty(database))) return undefined;
  const password = settings.demoPassword ?? randomBytes(9).toString('base64url');
  const hash = await hashPassword(password);
  const administrators = await Promise.all(
    staffOfDemo.map(async (member) => ({ ...member, ...(await newTotpFactor(auth, member.email)) })),
  );
  const days = daysFrom(today);
  const companies = [cabinetMassena(days), atlasDistribution(days)];
  const insert = async (client: ClientBase, hasDocuments: boolean) => {
    const tx = ormOn(client);
    const made: { customerId: string; userId: string }[] = [];
    for (const company of companies) {
      const userId = await insertUser(tx, company.email, hash, company.customer.contact ?? undefined);
      made.push({ userId, customerId: await insertCustomer(tx, company, userId, days) });
    }
    const [first, second] = made;
    if (first === undefined || second === undefined) throw new Error('The demo customers were not created.');
    const colleague = await insertUser(tx, billingEmail, hash, 'Paul Delmas');
    await tx.insert(memberships).values([
      // An accounting firm: its owner also sees the books of the other company, and switches between the two.
      { userId: first.userId, customerId: second.customerId, roles: ['billing'] },
      { userId: colleague, customerId: first.customerId, roles: ['billing'] },
    ]);
    await insertUser(tx, unlinkedEmail, hash);
    const [staff, other] = await insertStaff(tx, administrators, hash);
    if (staff === undefined || other === undefined) throw new Error('The demo staff was not created.');
    await insertConversations(tx, { customerUserId: first.userId, staffId: staff });
    await insertHistory(tx, days, { customerId: second.customerId, customerUserId: second.userId, staffId: staff });
    const [guest] = companies;
    if (guest === undefined) throw new Error('The demo has no customer.');
    const people = {
      days,
      now: today,
      staffIds: [staff, other] as const,
      first: {
        ...first,
        name: guest.customer.contact ?? guest.email,
        company: guest.customer.name,
        email: guest.email,
      },
      second,
    };
    for (const { isOn, demo } of capabilities) if (isOn?.(settings) !== false) await demo?.(tx, people);
    const issued = companies.map(({ address, documents }, at) => ({
      address,
      documents,
      customerId: made[at]?.customerId ?? '',
    }));
    if (hasDocuments) await insertDocuments(client, issuing, days, issued);
    await settlePaidInvoices(client);
  };
  const insertWith = (hasDocuments: boolean) =>
    withTransaction(database.pool, (client) => insert(client, hasDocuments), { role: 'portal_operator' });
  await insertWith(true).catch((error: unknown) => {
    // A disk that is nearly full has no room for documents, but for the rest.
    if (!(error instanceof DiskReserveError)) throw error;
    return insertWith(false);
  });
  return {
    emails: [...companies.map(({ email }) => email), billingEmail, unlinkedEmail],
    password,
    staff: administrators.map(({ email, key, uri }) => ({ email, key, uri })),
  };
}

async function isEmpty(database: Database): Promise<boolean> {
  return asOperator(database, async (tx) => {
    const rows = [
      await tx.select({ id: users.id }).from(users).limit(1),
      await tx.select({ id: customers.id }).from(customers).limit(1),
    ];
    return rows.flat().length === 0;
  });
}

async function insertUser(tx: Transaction, email: string, hash: string, name = email): Promise<string> {
  const [user] = await tx.insert(users).values({ email, name, emailVerified: true }).returning({ id: users.id });
  if (user === undefined) throw new Error('The demo user was not created.');
  await tx.insert(accounts).values({ userId: user.id, accountId: user.id, providerId: 'credential', password: hash });
  return user.id;
}

type Administrator = (typeof staffOfDemo)[number] & Pick<Awaited<ReturnType<typeof newTotpFactor>>, 'factor'>;

async function insertStaff(tx: Transaction, members: Administrator[], hash: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { email, name, factor } of members) {
    const userId = await insertUser(tx, email, hash);
    await tx.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
    await tx.insert(twoFactors).values({ userId, ...factor });
    await tx.insert(staffMembers).values({ userId, name, permissions: [...staffPermissions] });
    ids.push(userId);
  }
  return ids;
}

async function insertCustomer(tx: Transaction, company: DemoCustomer, userId: string, days: Days): Promise<string> {
  const [customer] = await tx.insert(customers).values(company.customer).returning({ id: customers.id });
  if (customer === undefined) throw new Error('The demo customer was not created.');
  const customerId = customer.id;
  const own = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row, customerId }));
  await tx.insert(memberships).values({ userId, customerId, roles: ['owner'], createdAt: days.moment(-400) });
  await tx.insert(invoices).values(own(company.invoices));
  await tx.insert(contracts).values(own(company.contracts));
  await tx.insert(payments).values(own(company.payments));
  await tx.insert(licenses).values(own(company.licenses));
  await tx.insert(tickets).values(own(company.tickets).map((ticket) => ({ ...ticket, authorId: userId })));
  return customerId;
}

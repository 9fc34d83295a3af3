import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { appointments, hosts } from '#modules/appointments/server/appointment-schema.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { newTotpFactor } from '#api/auth/credentials/second-factor.ts';
import { issueEnrolmentCode } from '#api/auth/credentials/staff-enrolment.ts';
import type { Database } from '#api/db/connect.ts';
import { contracts, customers, invoices, staffMembers, tickets } from '#api/db/schema.ts';
import { twoFactors, users } from '#api/db/user-schema.ts';
import { asOperator, type Transaction } from '#api/db/transaction-context.ts';
import { createUser } from '../portal/seed-accounts.ts';
import { begun, flood, companies, contested, leaks, locked, sailor, secretsFile, staff } from './users.ts';

/** Staff, and the customers that their journeys change. */
export async function seedDesk(database: Database, auth: AuthContext, dataDir: string): Promise<void> {
  const secrets: Record<string, string> = {};
  const protect = async (tx: Transaction, userId: string, email: string) => {
    const { factor, key } = await newTotpFactor(auth, email);
    await tx.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
    await tx.insert(twoFactors).values({ userId, ...factor });
    secrets[email] = key;
  };
  await asOperator(database, async (tx) => {
    for (const member of Object.values(staff)) {
      const { email, name, permissions } = member;
      const userId = await createUser(tx, email);
      if (!('hasSecondFactor' in member)) await protect(tx, userId, email);
      await tx.insert(staffMembers).values({ userId, name, permissions });
      if (member === staff.meeting) await seedAppointments(tx, userId);
      if ('isNew' in member) secrets[email] = await issueEnrolmentCode(tx, userId);
    }
    const ids = new Map<string, string>();
    for (const company of Object.values(companies)) {
      const { name, owner } = company;
      const siren = 'siren' in company ? company.siren : null;
      const [made] = await tx.insert(customers).values({ name, email: owner, siren, risk: 'low' }).returning();
      if (made === undefined) throw new Error(`${name} was not created.`);
      ids.set(name, made.id);
      await createUser(tx, owner, made.id);
    }
    const idOf = ({ name }: { name: string }) => ids.get(name) ?? '';
    await protect(tx, await createUser(tx, locked, idOf(companies.people), ['billing']), locked);
    await createUser(tx, sailor, idOf(companies.merging), ['requester']);
    await tx.insert(tickets).values([
      ...leaks.map((subject, at) => ({
        customerId: idOf(companies.keyboard),
        ticketNumber: `TKT-700${at}`,
        subject,
        description: 'De l’eau coule sous le faux plancher.',
        priority: ['urgent', 'high', 'low'][at] ?? 'low',
      })),
      {
        customerId: idOf(companies.tickets),
        ticketNumber: contested.number,
        subject: contested.subject,
        description: 'La vitre est fêlée.',
        priority: 'medium',
      },
      {
        customerId: idOf(companies.english),
        ticketNumber: 'TKT-7201',
        subject: 'Cracked mirror',
        description: 'The mirror of the hall is cracked.',
        priority: 'high',
      },
    ]);
    await tx.insert(invoices).values([
      { customerId: idOf(companies.importing), number: 'FA-CIMIEZ-1', amount: '100', status: 'pending' },
      { customerId: idOf(companies.records), number: 'FA-CARROS-1', amount: '1250.50', status: 'pending' },
      { customerId: idOf(companies.viewed), number: 'FA-GORBIO-1', amount: '1000', status: 'paid' },
      { customerId: idOf(companies.viewed), number: 'FA-GORBIO-2', amount: '250.50', status: 'pending' },
      { customerId: idOf(companies.viewed), number: 'FA-GORBIO-3', amount: '99', status: 'void' },
      { customerId: idOf(companies.english), number: 'FA-FERBER-1', amount: '1250.50', status: 'pending' },
      { customerId: idOf(companies.records), number: 'FA-CARROS-2', amount: '80', status: 'pending' },
      {
        customerId: idOf(companies.filing),
        number: 'FA-BENDEJUN-1',
        amount: '420',
        status: 'pending',
        dueDate: '2099-01-31',
      },
      {
        customerId: idOf(companies.filing),
        number: 'FA-BENDEJUN-2',
        amount: '80',
        status: 'disputed',
        dueDate: '2099-01-31',
      },
    ]);
    await tx.insert(contracts).values([
      { customerId: idOf(companies.records), contractNumber: 'CT-CARROS-1', title: 'Infogérance' },
      { customerId: idOf(companies.filing), contractNumber: 'CT-BENDEJUN-1', title: 'Supervision' },
      { customerId: idOf(companies.english), contractNumber: 'CT-FERBER-1', title: 'Mirrors' },
    ]);
  });
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, secretsFile), JSON.stringify(secrets));
}

/** Nobody can book a time that has begun. The host offers none yet. */
async function seedAppointments(tx: Transaction, userId: string): Promise<void> {
  const [host] = await tx
    .insert(hosts)
    .values({ userId, weekly: {}, kinds: ['general'] })
    .returning({ id: hosts.id });
  if (host === undefined) throw new Error('The host was not created.');
  const hour = 60 * 60 * 1000;
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const appointment = {
    hostId: host.id,
    kind: 'general',
    status: 'booked',
    meeting: 'phone',
    bookedAt: at(-100),
  } as const;
  await tx.insert(appointments).values([
    ...begun.map((name, index) => ({
      ...appointment,
      startsAt: at(-30 - index),
      endsAt: at(-29.5 - index),
      name,
      company: 'Atelier Lympia',
      email: `guest-${index}@lerinval.example`,
    })),
    ...flood.names.map((name, index) => ({
      ...appointment,
      startsAt: at(1000 + index),
      endsAt: at(1000.5 + index),
      name,
      company: 'Déluge',
      email: `guest@host-${index}.${flood.domain}`,
    })),
  ]);
}

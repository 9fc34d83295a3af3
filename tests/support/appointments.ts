import { sql } from 'drizzle-orm';
import { appointments, hostExceptions, hosts } from '#modules/appointments/server/appointment-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { appointmentKinds, defaultWeeklyHours } from '#contract/appointments.ts';
import { assertDefined, makeStaff } from './api.ts';
import type { TestDatabase } from './database.ts';

/** A Monday in winter, at eight in Nice: far ahead, so that nothing depends on today. */
export const monday = new Date('2031-01-13T07:00:00Z');
export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
export const after = (ms: number, since = monday) => new Date(since.getTime() + ms);

export interface Slot {
  hostId: string;
  startsAt: string;
  endsAt: string;
}

/** Hosts and what is offered, in the time of the test. */
export const setUpAppointments = (database: TestDatabase) => {
  const makeHost = async (more: Partial<typeof hosts.$inferInsert> = {}) => {
    const staff = await makeStaff(database);
    const values = {
      userId: staff.userId,
      weekly: defaultWeeklyHours,
      kinds: appointmentKinds,
      noticeHours: 0,
      ...more,
    };
    const made = await asOperator(database, (tx) => tx.insert(hosts).values(values).returning());
    return { ...staff, hostId: assertDefined(made[0]).id };
  };
  return {
    makeHost,
    /** Only what the test makes is offered. */
    clear: async () => {
      await asOperator(database, async (tx) => {
        await tx.delete(appointments);
        await tx.delete(hosts);
      });
      await database.pool.query('DELETE FROM jobs');
      await database.pool.query('DELETE FROM rate_limits');
    },
    run: (text: string) => asOperator(database, (tx) => tx.execute(sql.raw(text))),
    close: (hostId: string, day: string, hours: { from: string; to: string }[] | null = null) =>
      asOperator(database, (tx) => tx.insert(hostExceptions).values({ hostId, day, hours })),
    changeHost: (hostId: string, more: Partial<typeof hosts.$inferInsert>) =>
      asOperator(database, (tx) =>
        tx
          .update(hosts)
          .set(more)
          .where(sql`id = ${hostId}`),
      ),
    changeAppointments: (more: Partial<typeof appointments.$inferInsert>) =>
      asOperator(database, (tx) => tx.update(appointments).set(more)),
    insertAppointment: (
      more: Pick<typeof appointments.$inferInsert, 'hostId'> & Partial<typeof appointments.$inferInsert>,
    ) =>
      asOperator(database, (tx) =>
        tx
          .insert(appointments)
          .values({
            kind: 'infrastructure',
            startsAt: after(2 * hourMs).toISOString(),
            endsAt: after(3 * hourMs).toISOString(),
            status: 'booked',
            bookedAt: monday.toISOString(),
            meeting: 'video',
            name: 'Claire Vidal',
            company: 'Cabinet Masséna',
            email: 'claire@massena.example',
            ...more,
          })
          .returning(),
      ),
    allAppointments: () => asOperator(database, (tx) => tx.select().from(appointments).orderBy(appointments.startsAt)),
    slots: async (kind: string, since: Date, until: Date, at = monday): Promise<Slot[]> => {
      const { rows } = await database.pool.query<{ host_id: string; starts_at: Date; ends_at: Date }>(
        'SELECT * FROM appointment_slots($1, $2, $3, $4)',
        [kind, since, until, at],
      );
      return rows.map((row) => ({
        hostId: row.host_id,
        startsAt: row.starts_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
      }));
    },
  };
};

interface Booked {
  staffId: string;
  userId: string;
  customerId: string;
  token: string;
  feedHash: string;
}

const period = [{ from: '00:00', to: '24:00' }];
const always = { 1: period, 2: period, 3: period, 4: period, 5: period, 6: period, 7: period };

/** A host who offers every hour, an appointment ahead and one that has begun. */
export async function makeFuzzedAppointments(
  database: TestDatabase,
  { staffId, userId, customerId, token, feedHash }: Booked,
) {
  return asOperator(database, async (tx) => {
    await tx.delete(appointments);
    await tx.delete(hosts);
    const host = {
      userId: staffId,
      feedHash,
      weekly: always,
      kinds: [...appointmentKinds],
      noticeHours: 0,
      horizonDays: 365,
      zone: 'Africa/Abidjan',
    };
    const [offering] = await tx.insert(hosts).values(host).returning({ id: hosts.id });
    const common = {
      hostId: assertDefined(offering).id,
      kind: 'general' as const,
      status: 'booked' as const,
      bookedAt: '2026-01-01T00:00:00Z',
      meeting: 'phone' as const,
      userId,
      customerId,
      name: 'Ada',
      company: 'C',
      email: 'ada@x.example',
    };
    const ahead = { startsAt: '2199-01-01T08:00:00Z', endsAt: '2199-01-01T08:30:00Z', tokenHashes: [hashToken(token)] };
    const begun = { startsAt: '2026-01-02T08:00:00Z', endsAt: '2026-01-02T08:30:00Z' };
    const made = await tx
      .insert(appointments)
      .values([
        { ...common, ...ahead },
        { ...common, ...begun },
      ])
      .returning({ id: appointments.id });
    return {
      appointmentId: assertDefined(made[0]).id,
      begunAppointmentId: assertDefined(made[1]).id,
      hostUserId: staffId,
    };
  });
}

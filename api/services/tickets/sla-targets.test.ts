import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contracts, tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, makeCustomer, makeUser } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { addMinutes } from './office-hours.ts';
import { createTicket } from './open-ticket.ts';

const problem = { subject: 'S', description: 'D', priority: 'urgent' };

describeDatabase(({ database }) => {
  // A Friday evening, and the Saturday night in which clocks go back.
  const [evening, night] = [new Date('2026-11-13T17:30:00Z'), new Date('2026-10-25T00:30:00Z')];
  const contract = (customerId: string, terms: Partial<typeof contracts.$inferInsert>) =>
    asOperator(database, async (tx) => {
      await tx.delete(contracts).where(eq(contracts.customerId, customerId));
      await tx.insert(contracts).values({ customerId, contractNumber: customerId, title: 'T', ...terms });
    });

  test('targets follow the priority and the best of the active contracts', async () => {
    const { id, caller } = await makeCustomer(database, 'Contract');
    const targets = async (priority: string, now = evening) => {
      const { ticket } = await createTicket(database, caller, { ...problem, priority }, { now });
      const [row] = await asOperator(database, (tx) => tx.select().from(tickets).where(eq(tickets.id, ticket.id)));
      const { slaCalendar: calendar, responseMinutes, resolutionMinutes } = assertDefined(row);
      for (const [due, minutes] of [
        [row?.firstResponseDueAt, responseMinutes],
        [row?.resolutionDueAt, resolutionMinutes],
      ] as const)
        expect(new Date(due ?? 0)).toEqual(addMinutes(calendar ?? 'office', now, minutes ?? 0));
      return [calendar, responseMinutes, resolutionMinutes];
    };
    expect(await targets('urgent')).toEqual(['office', 60, 480]);
    expect(await targets('high', night)).toEqual(['office', 120, 960]);
    expect(await targets('medium')).toEqual(['office', 240, 2400]);
    expect(await targets('low', night)).toEqual(['office', 480, 4800]);
    expect(await targets('unheard of')).toEqual(['office', 240, 2400]);

    await contract(id, { urgentAroundTheClock: true });
    expect(await targets('urgent', night)).toEqual(['continuous', 60, 480]);
    expect(await targets('high')).toEqual(['office', 120, 960]);
    await contract(id, { aroundTheClock: true, responseMinutes: 90, resolutionMinutes: 0 });
    expect(await targets('low', night)).toEqual(['continuous', 90, 4800]);
    // A contract shortens targets, and never makes them longer.
    expect(await targets('urgent')).toEqual(['continuous', 60, 480]);
    for (const ended of [{ status: 'terminated' }, { endDate: '2020-01-01' }, { startDate: '2999-01-01' }]) {
      await contract(id, { aroundTheClock: true, responseMinutes: 5, ...ended });
      expect(await targets('medium')).toEqual(['office', 240, 2400]);
    }
    const today = new Date().toISOString().slice(0, 10);
    await contract(id, { startDate: today, endDate: today, resolutionMinutes: 600 });
    expect(await targets('medium')).toEqual(['office', 240, 600]);
  });

  test('a requester, who sees no contract, has the same targets', async () => {
    const { id } = await makeCustomer(database, 'Requesting');
    await contract(id, { urgentAroundTheClock: true });
    const { caller } = await makeUser(database, { customerId: id, roles: ['requester'] });
    const { ticket } = await createTicket(database, caller, problem, { now: evening });
    expect(ticket.firstResponseDueAt).toBe('2026-11-13T18:30:00Z');
  });
});

import { beforeEach, expect, test } from 'vitest';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { type AppointmentKind, appointmentKinds, appointmentMinutes } from '#contract/appointments.ts';
import { secret } from '#tests/support/api.ts';
import { after, dayMs, hourMs, monday, setUpAppointments } from '#tests/support/appointments.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { listSlots } from './appointments.ts';

const grid = ['09:00', '10:30', '14:00', '15:30', '16:00'];
const paris = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' });
const localTime = (at: string) => paris.format(new Date(at));
const weekdays = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', weekday: 'short' });

/** The last Sunday of a month, at one in the morning by UTC: when the clocks change. */
function clockChange(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month, 0, 1));
  return new Date(last.getTime() - last.getUTCDay() * dayMs);
}
const changes = [2026, 2027, 2028, 2029, 2030].flatMap((year) => [clockChange(year, 3), clockChange(year, 10)]);

describeDatabase(({ database }) => {
  const { makeHost, clear, close, changeHost, insertAppointment, run, slots } = setUpAppointments(database);
  beforeEach(clear);
  const day = () => slots('infrastructure', monday, after(12 * hourMs));
  const timesOf = async (found: ReturnType<typeof slots>) => (await found).map(({ startsAt }) => localTime(startsAt));

  test.each(appointmentKinds)('%s begins at the times of the grid and has its full duration', async (kind) => {
    await makeHost();
    const found = await slots(kind, monday, after(7 * dayMs));
    expect(found.map(({ startsAt }) => localTime(startsAt))).toEqual(Array.from({ length: 5 }, () => grid).flat());
    const lengths = found.map(({ startsAt, endsAt }) => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
    expect(new Set(lengths)).toEqual(new Set([appointmentMinutes[kind]]));
  });

  test('every time in the weeks around a clock change is at the local time of the grid', async () => {
    await makeHost({ horizonDays: 365 });
    expect(changes).toHaveLength(10);
    for (const change of changes) {
      const since = after(-14 * dayMs, change);
      const offsets = new Set<string>();
      for (const kind of appointmentKinds) {
        const found = await slots(kind, since, after(14 * dayMs, change), since);
        expect(found.length).toBe(4 * 5 * grid.length);
        for (const { startsAt, endsAt } of found) {
          expect(grid).toContain(localTime(startsAt));
          expect(weekdays.format(new Date(startsAt))).not.toMatch(/^S/);
          expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(appointmentMinutes[kind] * 60_000);
          if (localTime(startsAt) === '09:00') offsets.add(startsAt.slice(11, 16));
        }
      }
      // 9:00 in Nice is another time in UTC before and after.
      expect(offsets).toEqual(new Set(['07:00', '08:00']));
    }
  });

  test('a local time that a clock change leaves out is not offered, one that it repeats is offered once', async () => {
    const night = [
      { from: '01:00', to: '02:00' },
      { from: '02:00', to: '03:00' },
      { from: '03:00', to: '04:00' },
    ];
    await makeHost({ weekly: { 7: night }, horizonDays: 365 });
    const sunday = async (change: Date | undefined) => {
      if (change === undefined) throw new Error('Expected a clock change.');
      const since = after(-2 * hourMs, change);
      return slots('infrastructure', since, after(20 * hourMs, since), since);
    };
    expect(await timesOf(sunday(changes[2]))).toEqual(['01:00', '03:00']);
    expect(await timesOf(sunday(changes[3]))).toEqual(['01:00', '02:00', '03:00']);
  });

  test('the hours of a host are in the zone of the host', async () => {
    const { hostId } = await makeHost({ zone: 'Africa/Tunis' });
    expect((await slots('general', monday, after(12 * hourMs)))[0]?.startsAt).toBe('2031-01-13T08:00:00.000Z');
    await changeHost(hostId, { zone: 'America/New_York' });
    expect((await slots('general', monday, after(12 * hourMs)))[0]?.startsAt).toBe('2031-01-13T14:00:00.000Z');
  });

  test('notice and horizon', async () => {
    const { hostId } = await makeHost({ noticeHours: 7 });
    // At eight, with seven hours of notice.
    expect(await timesOf(day())).toEqual(['15:30', '16:00']);
    await changeHost(hostId, { noticeHours: 0, horizonDays: 1 });
    const week = await slots('infrastructure', monday, after(7 * dayMs));
    expect(week).toHaveLength(5);
    await changeHost(hostId, { horizonDays: 2 });
    expect(await slots('infrastructure', monday, after(7 * dayMs))).toHaveLength(10);
    // What is asked for does not widen it, and the past is not offered.
    expect(await slots('infrastructure', after(-400 * dayMs), after(4000 * dayMs))).toHaveLength(10);
    expect(await slots('infrastructure', after(2 * dayMs), monday)).toEqual([]);
  });

  test('times are listed by period, up to the days that a host looks ahead', async () => {
    const { hostId } = await makeHost({ horizonDays: 90, kinds: ['general'] });
    const limiter = createRateLimiter(database, secret);
    const list = (days: number, kind: AppointmentKind = 'general') => {
      const [from = '', until = ''] = [days, days + 30].map((one) => after(one * dayMs).toISOString());
      return listSlots({ database, auth: { limiter }, now: monday }, { kind, from, until });
    };
    expect(await list(0)).toMatchObject({ hasMore: true });
    const last = await list(59);
    expect(last.hasMore).toBe(true);
    expect(last.items).not.toEqual([]);
    expect(await list(61)).toMatchObject({ hasMore: false });
    expect(await list(91)).toEqual({ items: [], hasMore: false });
    expect(await list(0, 'managed')).toEqual({ items: [], hasMore: false });
    await changeHost(hostId, { isOpen: false });
    expect(await list(0)).toEqual({ items: [], hasMore: false });
  });

  test('exceptions replace the hours of a day', async () => {
    const { hostId } = await makeHost();
    await close(hostId, '2031-01-13');
    await close(hostId, '2031-01-14', [{ from: '08:00', to: '10:30' }]);
    await close(hostId, '2031-01-18', [{ from: '10:00', to: '11:00' }]);
    const found = await slots('infrastructure', monday, after(7 * dayMs - hourMs));
    expect(found.filter(({ startsAt }) => startsAt.startsWith('2031-01-13'))).toEqual([]);
    const on = (date: string) =>
      found.flatMap(({ startsAt }) => (startsAt.startsWith(date) ? [localTime(startsAt)] : []));
    // A longer period has a time each hour, as long as they fit.
    expect([on('2031-01-14'), on('2031-01-15'), on('2031-01-18')]).toEqual([['08:00', '09:00'], grid, ['10:00']]);
    const short = await slots('general', after(dayMs), after(dayMs + 8 * hourMs));
    expect(short.map(({ startsAt }) => localTime(startsAt))).toEqual(['08:00', '09:00', '10:00']);
  });

  test('what is booked or held is not offered, nor what overlaps it or is within the buffer', async () => {
    const { hostId } = await makeHost();
    const other = { startsAt: '2031-01-13T14:30:00Z', endsAt: '2031-01-13T15:30:00Z' };
    await insertAppointment({ hostId, ...other });
    expect(await timesOf(day())).toEqual(['09:00', '10:30', '14:00']);
    await changeHost(hostId, { bufferMinutes: 31 });
    expect(await timesOf(day())).toEqual(['09:00', '10:30']);
    await changeHost(hostId, { bufferMinutes: 30 });
    expect(await timesOf(day())).toEqual(['09:00', '10:30', '14:00']);
    // Before what follows as well.
    await changeHost(hostId, { bufferMinutes: 60 });
    await insertAppointment({
      hostId,
      startsAt: '2031-01-13T09:30:00Z',
      endsAt: '2031-01-13T10:30:00Z',
      status: 'held',
      heldUntil: after(1).toISOString(),
    });
    expect(await timesOf(day())).toEqual([]);
    expect(await timesOf(slots('infrastructure', monday, after(12 * hourMs), after(1)))).toEqual(['09:00', '10:30']);
  });

  test.each(['cancelled', 'done', 'no_show'] as const)(
    'an appointment that is %s is in the way of nobody',
    async (status) => {
      const { hostId } = await makeHost();
      const cancelled =
        status === 'cancelled' && ({ cancelledAt: monday.toISOString(), cancelledBy: 'guest' } as const);
      await insertAppointment({ hostId, status, ...cancelled });
      expect(await timesOf(day())).toEqual(grid);
    },
  );

  test('two hosts offer the same times, each without what they have', async () => {
    const [one, two] = [await makeHost(), await makeHost({ kinds: ['infrastructure'] })];
    await insertAppointment({ hostId: one.hostId, startsAt: '2031-01-13T14:30:00Z', endsAt: '2031-01-13T15:30:00Z' });
    const found = await day();
    const of = (hostId: string) => found.flatMap((slot) => (slot.hostId === hostId ? [localTime(slot.startsAt)] : []));
    expect([of(one.hostId), of(two.hostId)]).toEqual([['09:00', '10:30', '14:00'], grid]);
    // Only one of them offers the others.
    expect(new Set((await slots('general', monday, after(dayMs))).map(({ hostId }) => hostId))).toEqual(
      new Set([one.hostId]),
    );
    await changeHost(one.hostId, { isOpen: false });
    expect(await slots('general', monday, after(dayMs))).toEqual([]);
  });

  test('nothing of staff who are suspended, locked or have left, and of no unknown kind', async () => {
    const { userId } = await makeHost();
    expect(await slots('unknown', monday, after(dayMs))).toEqual([]);
    expect(await day()).toHaveLength(5);
    await run(`UPDATE users SET locked_at = now() WHERE id = '${userId}'`);
    expect(await day()).toEqual([]);
    await run(
      `UPDATE users SET locked_at = NULL WHERE id = '${userId}'; UPDATE staff_members SET active = false WHERE user_id = '${userId}'`,
    );
    expect(await day()).toEqual([]);
    await run(`DELETE FROM staff_members WHERE user_id = '${userId}'`);
    expect(await day()).toEqual([]);
  });

  test.each([
    ['{"8": []}'],
    ['{"1": {}}'],
    ['{"1": [{"from": "9:00", "to": "10:00"}]}'],
    ['{"1": [{"from": "10:00", "to": "09:00"}]}'],
    ['{"1": [{"from": "10:00", "to": "25:00"}]}'],
    ['{"1": [{"from": "10:00"}]}'],
    ['{"1": [{"from": "10:00", "to": "11:00", "more": 1}]}'],
    ['[]'],
  ])('hours that are not valid cannot be stored: %s', async (weekly) => {
    const { hostId } = await makeHost();
    await expect(run(`UPDATE hosts SET weekly = '${weekly}' WHERE id = '${hostId}'`)).rejects.toMatchObject({
      cause: { constraint: 'hosts_weekly' },
    });
  });

  test('the table itself prevents a second appointment of a host at the same time', async () => {
    const { hostId } = await makeHost();
    await insertAppointment({ hostId });
    await expect(insertAppointment({ hostId })).rejects.toMatchObject({ cause: { code: '23P01' } });
  });
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contracts, invoices, licenses, memberships } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { calendarCopyIn } from './calendar-copy.ts';
import { writeCalendar } from './icalendar.ts';

test('lines are escaped and folded at 75 octets, without cutting a character', () => {
  const summary = `a;b,c\\d\r\nBEGIN:VEVENT ${'é€😀'.repeat(40)}`;
  const written = writeCalendar(
    'N',
    [{ uid: 'u', day: '2026-12-31', summary, description: '', url: 'u' }],
    new Date(0),
  );
  const lines = written.split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  const unfolded = written.replaceAll('\r\n ', '');
  expect(unfolded).toContain(String.raw`SUMMARY:a\;b\,c\\d\nBEGIN:VEVENT ${'é€😀'.repeat(40)}`);
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101');
  expect(unfolded).toContain('DTSTAMP:19700101T000000Z');
});

test('an Arabic title keeps the order of what it names', () => {
  const { invoice, locale } = calendarCopyIn('ar');
  expect(invoice('FA-1', '10.50')).toMatch(/\p{Script=Arabic} \u2068FA-1\u2069: \u206810\.50\u2069$/u);
  expect(locale).toBe('ar-TN');
  expect(calendarCopyIn(null)).toBe(calendarCopyIn('tlh'));
});

describeApi(({ database, api, customer }) => {
  const { portal } = setUpDesk(database, api);
  const read = async (url: string) => {
    const response = await api.request(new URL(url).pathname, {
      headers: { Host: 'portal.test', 'X-Forwarded-For': '203.0.113.9' },
    });
    return { status: response.status, text: await response.text() };
  };
  const create = async (who: { cookie: string }) =>
    (await portal(who).post('/api/portal/calendar-feeds')).body.url as string;

  test('the dates follow the roles at the time of the request', async () => {
    await asOperator(database, async (tx) => {
      const day = sql<string>`current_date + 10`;
      await tx.insert(invoices).values([
        { customerId: customer.id, number: 'CAL-1', amount: '10.50', dueDate: day as never },
        { customerId: customer.id, number: 'CAL-PAID', amount: '10', dueDate: day as never, status: 'paid' },
      ]);
      await tx.insert(contracts).values({
        customerId: customer.id,
        contractNumber: 'CAL-C',
        title: 'Support',
        endDate: day as never,
        noticeDays: 5,
      });
      await tx.insert(licenses).values({
        customerId: customer.id,
        productName: 'CAL-Suite',
        licenseKey: 'CAL-K',
        licenseType: 'trial',
        expiryDate: day as never,
      });
    });
    const user = await makeUser(database, { customerId: customer.id, roles: ['billing'] });
    expect((await portal(user).get('/api/portal/calendar-feeds')).body).toEqual({ createdAt: null });
    const url = await create(user);
    const shown = await read(url);
    expect(shown.status).toBe(200);
    for (const expected of ['Invoice CAL-1 is due: $10.50', 'Contract ends: CAL-C', 'Last day to give notice'])
      expect(shown.text).toContain(expected);
    await asOperator(database, (tx) => tx.execute(sql`UPDATE users SET language = 'fr' WHERE id = ${user.userId}`));
    const french = (await read(url)).text;
    for (const expected of ['Échéance de la facture CAL-1\u00a0: 10\\,50\u00a0$', 'Fin du contrat\u00a0: CAL-C'])
      expect(french).toContain(expected);
    expect(shown.text).not.toContain('CAL-PAID');
    expect(shown.text).not.toContain('CAL-Suite');
    const setRoles = (roles: ('technical' | 'requester')[]) =>
      asOperator(database, (tx) =>
        tx
          .update(memberships)
          .set({ roles })
          .where(sql`user_id = ${user.userId}`),
      );
    await setRoles(['technical']);
    const technical = (await read(url)).text;
    expect([technical.includes('CAL-Suite'), technical.includes('CAL-1')]).toEqual([true, false]);
    await setRoles(['requester']);
    expect((await read(url)).status).toBe(404);
    await setRoles(['technical']);
    await asOperator(database, (tx) => tx.execute(sql`UPDATE users SET locked_at = now() WHERE id = ${user.userId}`));
    expect((await read(url)).status).toBe(404);
    await asOperator(database, (tx) => tx.execute(sql`UPDATE users SET locked_at = NULL WHERE id = ${user.userId}`));
    expect((await read(url)).status).toBe(200);
    await asOperator(database, (tx) => tx.delete(memberships).where(sql`user_id = ${user.userId}`));
    expect((await read(url)).status).toBe(404);
  });

  test('a new URL replaces the one before, and a revoked one is gone; unknown ones say the same', async () => {
    const first = await create(customer);
    const second = await create(customer);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await portal(customer).get('/api/portal/calendar-feeds')).body.createdAt).toEqual(expect.any(String));
    await portal(customer).post('/api/portal/calendar-feeds/revoke');
    const gone = await read(second);
    expect(gone.status).toBe(404);
    for (const name of ['x.ics', `${'a'.repeat(43)}.ics`, 'a', '%00.ics'])
      expect(JSON.parse((await read(`http://portal.test/api/calendar/${name}`)).text)).toEqual(JSON.parse(gone.text));
    const unlinked = await makeUser(database);
    expect((await portal(unlinked).post('/api/portal/calendar-feeds')).status).toBe(404);
    // Nobody sees the feeds of others.
    const other = await makeCustomer(database, 'Other');
    await create(other);
    expect((await portal(customer).get('/api/portal/calendar-feeds')).body).toEqual({ createdAt: null });
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, browser, makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startNotifications } from '#tests/support/notifications.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal, makeTicket, eventsOf } = setUpDesk(database, api);
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  let staff: Awaited<ReturnType<typeof desk>>;
  beforeAll(async () => {
    notifications = await startNotifications(database);
    staff = await desk({ permissions: ['support'] });
  });
  afterAll(() => notifications.close());

  let networks = 0;
  /** Somebody without a session, on a network of their own. */
  const anybody = () => browser(api, { ipAddress: `192.0.2.${(networks += 1)}` });
  const execute = (statement: ReturnType<typeof sql>) => asOperator(database, (tx) => tx.execute(statement));
  const close = async (id: string, status: string) => {
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    expect((await staff.post('/api/desk/tickets/change', { id, version, status })).status).toBe(200);
  };

  /** A closed ticket, and the mail about it. */
  const setUp = async (language: 'en' | 'fr' = 'en') => {
    const owner = await makeCustomer(database, 'Rating');
    await execute(sql`UPDATE users SET language = ${language} WHERE id = ${owner.userId}`);
    const visitor = portal(owner);
    const { id } = (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'Secret' })).body;
    await notifications.after(91);
    await close(id as string, 'closed');
    const [mail] = (await notifications.after(91))(owner.email);
    const readable = assertDefined(mail?.readable);
    const links = [...readable.matchAll(/\/#rate=(en|fr)\.(good|okay|bad)\.([\w-]{32})/g)];
    return { owner, visitor, id: id as string, readable, links, token: links[0]?.[3] ?? '' };
  };
  const read = (token: string) => anybody().post('/api/auth/ratings/read', { token });
  const send = (token: string, rating = 'good') => anybody().post('/api/auth/ratings/send', { token, rating });

  test('the mail about a closed ticket has a link per answer, which rates without a session', async () => {
    const { owner, id, visitor, token, links, readable } = await setUp();
    expect([...new Set(links.map(([, language, choice]) => `${language} ${choice}`))]).toEqual([
      'en good',
      'en okay',
      'en bad',
    ]);
    expect(readable).toMatch(/How was our help\?\s+Good\s+http/);
    const { shortNumber } = (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;
    // Reading it stores nothing, and shows nothing else.
    expect(await read(token)).toMatchObject({ status: 200, body: { shortNumber, subject: 'Printer', rating: null } });
    expect(Object.keys((await read(token)).body)).toEqual(['shortNumber', 'subject', 'rating']);
    expect((await send(token, 'bad')).body).toMatchObject({ rating: 'bad' });
    expect((await send(token, 'okay')).body).toMatchObject({ rating: 'okay' });
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toMatchObject({
      rating: 'okay',
      status: 'closed',
    });
    expect(await eventsOf('ticket.rated', `ticket:${id}`)).toMatchObject([
      { actor: 'user', userId: owner.userId, details: { to: 'bad' } },
      { actor: 'user', userId: owner.userId, details: { to: 'okay' } },
    ]);
    // Twice at once is one.
    await Promise.all([send(token, 'good'), send(token, 'good')]);
    expect(await eventsOf('ticket.rated', `ticket:${id}`)).toHaveLength(3);
  });

  test('a French mail has French links', async () => {
    const { links, readable } = await setUp('fr');
    expect(links[0]?.[1]).toBe('fr');
    expect(readable).toContain('Mauvais');
  });

  test('a rating link cannot be used to reply, and a reply address cannot rate', async () => {
    const { token, id, owner } = await setUp();
    const { rows } = await database.pool.query(`SELECT FROM find_reply_token(hash_token($1))`, [token]);
    expect(rows).toEqual([]);
    await database.pool.query('SELECT save_reply_token(hash_token($1), $2, $3, 1)', ['reply', id, owner.userId]);
    expect((await read('reply')).status).toBe(400);
  });

  test('a reopened, merged or old ticket cannot be rated, and can be again once it is closed', async () => {
    const { token, id, owner } = await setUp();
    await close(id, 'open');
    const over = { status: 409, body: { error: { code: 'rating_closed' } } };
    expect([await read(token), await send(token)]).toMatchObject([over, over]);
    await close(id, 'resolved');
    expect((await read(token)).status).toBe(200);
    await execute(sql`UPDATE tickets SET resolved_at = now() - interval '15 days' WHERE id = ${id}`);
    expect((await send(token)).status).toBe(409);
    await execute(sql`UPDATE tickets SET resolved_at = now() WHERE id = ${id}`);
    const { userId: authorId } = owner;
    const target = await makeTicket(owner.id, { status: 'resolved', authorId, resolvedAt: new Date().toISOString() });
    await execute(sql`UPDATE tickets SET status = 'closed', merged_into_id = ${target.id} WHERE id = ${id}`);
    expect([await read(token), await send(token)]).toMatchObject([over, over]);
    expect(await eventsOf('ticket.rated', `ticket:${target.id}`)).toEqual([]);
  });

  test('links of the expired, the erased and of those who lost access look alike', async () => {
    const invalid = { status: 400, body: { error: { code: 'invalid_token' } } };
    const ends: ((ticket: Awaited<ReturnType<typeof setUp>>) => ReturnType<typeof execute>)[] = [
      ({ id }) => execute(sql`UPDATE reply_tokens SET expires_at = now() WHERE ticket_id = ${id}`),
      ({ owner }) => execute(sql`DELETE FROM memberships WHERE user_id = ${owner.userId}`),
      ({ id }) => execute(sql`DELETE FROM tickets WHERE id = ${id}`),
      // A requester sees their own tickets only.
      async ({ id, owner }) => {
        const other = await makeUser(database, { customerId: owner.id, roles: ['requester'] });
        return execute(sql`UPDATE reply_tokens SET user_id = ${other.userId} WHERE ticket_id = ${id}`);
      },
    ];
    for (const end of ends) {
      const ticket = await setUp();
      await end(ticket);
      expect([await read(ticket.token), await send(ticket.token)]).toMatchObject([invalid, invalid]);
    }
    expect([await read('x'.repeat(32)), await send('x'.repeat(32))]).toMatchObject([invalid, invalid]);
    for (const token of ['', 'x'.repeat(2001), '<b>']) expect((await read(token)).status).toBe(400);
    expect((await send('x', 'great')).status).toBe(400);
  });

  test('a network follows 60 links an hour, and another site none', async () => {
    const one = anybody();
    for (let attempt = 0; attempt < 60; attempt += 1) await one.post('/api/auth/ratings/read', { token: 'x' });
    expect((await one.post('/api/auth/ratings/send', { token: 'x', rating: 'bad' })).status).toBe(429);
    const foreign = await api.request('/api/auth/ratings/send', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      body: JSON.stringify({ token: 'x', rating: 'bad' }),
    });
    expect(foreign.status).toBe(403);
  });
});

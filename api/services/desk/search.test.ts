import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contracts, customers, invoices, licenses } from '#api/db/schema.ts';
import { users } from '#api/db/user-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, async ({ database, api }) => {
  const { desk, portal, makeTicket } = setUpDesk(database, api);
  const atlas = await makeCustomer(database, 'Atlas Distribution');
  const karim = await makeUser(database, { customerId: atlas.id, roles: ['requester'] });
  const other = await makeCustomer(database, 'Riviera');
  await asOperator(database, async (tx) => {
    await tx.update(customers).set({ phone: '04 93 12 34 56' }).where(eq(customers.id, atlas.id));
    await tx.update(users).set({ name: 'Karim Bennaceur' }).where(eq(users.id, karim.userId));
    const of = { customerId: atlas.id };
    await tx.insert(invoices).values({ ...of, number: 'FA-1', amount: '1800', dueDate: '2026-09-16' });
    await tx.insert(contracts).values({ ...of, contractNumber: 'RA-2024-0117', title: 'Infogérance' });
    await tx.insert(licenses).values({ ...of, productName: 'Suite', licenseKey: 'XK9-77-QQ', licenseType: 'trial' });
  });
  const { body: printer } = await portal(karim).post('/api/portal/tickets', {
    subject: 'Imprimante',
    description: 'Elle affiche « bourrage côté éléphant ».',
  });
  await makeTicket(other.id, { subject: 'Imprimante' });
  const support = await desk({ permissions: ['support'] });
  const sales = await desk({ permissions: ['sales'] });
  const search = async (who: typeof support, q: string) =>
    (await who.get(`/api/desk/search?q=${encodeURIComponent(q)}`)).body;
  const queue = async (q: string) =>
    (await support.get(`/api/desk/tickets?count=true&q=${encodeURIComponent(q)}`)).body.items.map(
      ({ id }: { id: string }) => id,
    );

  test('a response, which mixes license keys with what customers wrote, is not compressed', async () => {
    const { headers, body } = await support.get('/api/desk/search?q=XK9-77-QQ');
    expect(JSON.stringify(body)).toContain('XK9-77-QQ');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
  });

  test('the queue is searched by customer and requester too, also in combination', async () => {
    for (const q of ['atlas', karim.email, 'ATLAS imprimante', `imprimante ${karim.email.slice(0, 8)}`])
      expect(await queue(q)).toEqual([printer.id]);
    expect(await queue('imprimante')).toHaveLength(2);
    expect(await queue('atlas riviera')).toEqual([]);
    expect((await support.get('/api/desk/tickets?q=atlas&count=true&limit=1')).body.total).toBe(1);
  });

  test('more matches of a customer than the index may return are all found', async () => {
    const large = await makeCustomer(database, 'Zeppelin');
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO tickets (customer_id, ticket_number, subject, description)
        SELECT ${large.id}::uuid, 'TKT-' || 5000000 + n, 'S', 'D' FROM generate_series(1, 1100) AS n`),
    );
    expect((await support.get('/api/desk/tickets?q=zeppelin&count=true&limit=50')).body.total).toBe(1100);
  });

  test('the palette finds people, phone numbers, contracts, licenses, days, amounts and words of messages', async () => {
    expect((await search(support, karim.email)).people).toEqual([
      {
        userId: karim.userId,
        name: expect.any(String),
        email: karim.email,
        customerId: atlas.id,
        customerName: 'Atlas Distribution',
      },
    ]);
    expect((await search(support, 'bénnaceur')).people).toMatchObject([
      { userId: karim.userId, name: 'Karim Bennaceur' },
    ]);
    expect(await queue('bennaceur imprimante')).toEqual([printer.id]);
    for (const q of ['+33 4 93 12 34 56', '0493123456', '04.93.12.34.56', '04 93 12'])
      expect((await search(support, q)).customers).toMatchObject([{ id: atlas.id }]);
    expect((await search(support, 'ra-2024-0117')).contracts).toMatchObject([{ contractNumber: 'RA-2024-0117' }]);
    expect((await search(support, 'XK9-77')).licenses).toMatchObject([{ licenseKey: 'XK9-77-QQ' }]);
    for (const q of ['16/09/2026', '1 800,00', 'Sep 16, 2026'])
      expect((await search(support, q)).invoices).toMatchObject([{ number: 'FA-1' }]);
    expect((await search(support, 'elephant')).messages).toMatchObject([
      { id: printer.id, excerpt: expect.arrayContaining([{ text: 'éléphant', isMatch: true }]) },
    ]);
    const number = `#${printer.shortNumber}`;
    for (const q of [number, number.slice(1), printer.ticketNumber])
      expect((await search(support, q)).tickets[0]).toMatchObject({ id: printer.id });
  });

  test('replies and internal notes are found, once per ticket', async () => {
    const { id } = printer;
    const reply = await portal(karim).post('/api/portal/tickets/reply', { id, body: 'La girafe aussi' });
    expect(reply.status).toBe(201);
    expect((await support.post('/api/desk/tickets/add-note', { id, body: 'Une girafe, encore' })).status).toBe(201);
    for (const q of ['girafe', 'gir', 'GIRAFE encore'])
      expect((await search(support, q)).messages).toMatchObject([
        { id, excerpt: expect.arrayContaining([{ text: 'girafe', isMatch: true }]) },
      ]);
    // By its own words already.
    expect(await search(support, 'imprimante')).toMatchObject({ tickets: [{}, {}], messages: [] });
    for (const q of ["'", ':* & |', '!()', '\\', 'girafe:*', 'x'.repeat(200)])
      expect(await search(support, q)).toHaveProperty('messages');
  });

  test('French words are found by their stem and without accents, in the palette and in the queue', async () => {
    const { body } = await portal(karim).post('/api/portal/tickets', {
      subject: 'Réseau',
      description: 'Les routeurs de l’agence redémarrent.\nMes collègues ont été déconnectées.',
    });
    for (const q of [
      'routeur',
      'redemarré',
      'déconnecté',
      'déconnecter',
      'deconnecter',
      'deconnectees',
      'COLLEGUE',
      'redémarr',
      'les collègues de la routeur',
    ]) {
      expect([q, (await search(support, q)).messages]).toMatchObject([q, [{ id: body.id }]]);
      expect([q, await queue(q)]).toEqual([q, [body.id]]);
    }
    expect((await search(support, 'collegue')).messages[0].excerpt).toEqual([
      { text: 'Mes ', isMatch: false },
      { text: 'collègues', isMatch: true },
      { text: ' ont été déconnectées.', isMatch: false },
    ]);
  });

  test('words of every text, words without meaning, 500 words, wildcards and patterns', async () => {
    const busy = await makeCustomer(database, 'Busy');
    await asOperator(database, async (tx) => {
      await tx.execute(sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, created_at)
        SELECT ${busy.id}::uuid, 'TKT-' || 6000000 + n, 'Photocopieur', 'D', timestamptz '2026-01-01' + n * interval '1 minute'
        FROM generate_series(1, 1300) AS n`);
      await tx.execute(sql`INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, source, body, created_at)
        SELECT id, customer_id, 2, 'customer', 'portal', 'Les photocopieurs numérotés ' || ticket_number, created_at
        FROM tickets WHERE customer_id = ${busy.id}`);
    });
    // The newest come first, although only some of all that match are looked at.
    const { messages, tickets } = await search(support, 'photocopieurs numeroter');
    expect(tickets).toEqual([]);
    expect(messages[0].ticketNumber).toBe('TKT-6001300');
    expect(messages).toHaveLength(8);
    expect((await search(support, 'le la les')).messages).toEqual([]);
    expect((await support.get('/api/desk/tickets?q=le%20la%20les&count=true')).status).toBe(200);
    for (const q of ['%', '_', '%%%', '^photo.*$', '\\', '((((', 'mot '.repeat(50).trim()]) {
      const { status, body } = await support.get(`/api/desk/tickets?count=true&q=${encodeURIComponent(q)}`);
      expect([q, status, body.total]).toEqual([q, 200, 0]);
      expect((await search(support, q)).messages).toEqual([]);
    }
    const long = encodeURIComponent('mot '.repeat(500));
    for (const path of ['search', 'tickets'])
      expect((await support.get(`/api/desk/${path}?q=${long}`)).status).toBe(400);
  });

  test('who may not read tickets finds nothing of them; people only who sees them elsewhere', async () => {
    for (const q of ['girafe', 'imprimante', karim.email])
      expect(await search(sales, q)).toMatchObject({ tickets: [], messages: [], people: [] });
    expect((await search(sales, 'RA-2024-0117')).contracts).toHaveLength(1);
    const accounts = await desk({ permissions: ['accounts'] });
    expect(await search(accounts, karim.email)).toMatchObject({ people: [{}], tickets: [], messages: [] });
    expect((await search(accounts, 'girafe')).messages).toEqual([]);
  });
});

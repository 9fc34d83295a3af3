import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { callWith } from '#tests/support/cli.ts';
import { after, dayMs, hourMs, setUpAppointments } from '#tests/support/appointments.ts';
import { assertDefined, browser, makeCustomer, makeUser, openApi } from '#tests/support/api.ts';
import { makeLead } from '#tests/support/desk-leads.ts';
import { customerPersonalData, notExported, userPersonalData } from './personal-data-map.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';

type Made = Awaited<ReturnType<typeof makeCustomer>>;

describeDatabase(({ engine, database }) => {
  let folder: string;
  let mine: Made;
  let colleague: Awaited<ReturnType<typeof makeUser>>;
  let theirs: Made;

  // Each word of `mark` stands for something that only its owner may read.
  beforeEach(async () => {
    await withOperator((client) =>
      client.query('TRUNCATE customers, users, verifications, jobs, audit_events CASCADE'),
    );
    folder = mkdtempSync(join(tmpdir(), 'privacy-'));
    mine = await makeCustomer(database, 'Zorglub & Fils');
    colleague = await makeUser(database, { customerId: mine.id });
    theirs = await makeCustomer(database, 'Atlas');
    await fill(mine, 'zorglub');
    await fill(theirs, 'atlas');
    mkdirSync(join(folder, 'outbox'));
    for (const { email } of [mine, theirs])
      writeFileSync(join(folder, 'outbox', `${email}.eml`), `From: us@x.example\r\nTo: ${email}\r\n\r\nA link`);
  });

  async function withOperator<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('RESET ROLE');
      return await work(client);
    } finally {
      await client.query('SET ROLE portal_app');
      client.release();
    }
  }

  const call = (...argv: string[]) =>
    withOperator((client) => callWith({ dataDir: folder }, { engine, client }, ...argv));

  const fill = ({ id, userId, email }: Made, mark: string) =>
    withOperator((client) =>
      client.query(`
        UPDATE customers SET contact = 'Mme ${mark}', email = 'Head@${mark}.example', phone = '${mark} 06', risk = '${mark}' WHERE id = '${id}';
        UPDATE users SET name = '${mark} person' WHERE id = '${userId}';
        UPDATE sessions SET ip_address = '${mark}.1', user_agent = '${mark} browser' WHERE user_id = '${userId}';
        INSERT INTO accounts (user_id, provider_id, account_id, password) VALUES ('${userId}', 'credential', '${userId}', 'secret of ${mark}');
        INSERT INTO known_devices (user_id, device_hash) VALUES ('${userId}', rpad('secret', 43, '${mark}'));
        INSERT INTO two_factors (user_id, secret, backup_codes) VALUES ('${userId}', 'secret of ${mark}', 'secret of ${mark}');
        INSERT INTO passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
          VALUES ('${userId}', '${mark} phone', 'secret of ${mark}', 'secret of ${mark}', 0, 'multiDevice', true);
        INSERT INTO verifications (identifier, value, expires_at) VALUES ('reset-password:secret-${mark}', '${userId}', now() + interval '1 day');
        INSERT INTO verifications (identifier, value, expires_at) VALUES ('change', '{"to":"${email}"}', now() + interval '1 day');
        INSERT INTO jobs (kind, data, last_error) VALUES ('mail', '{"template": "reset-password", "recipient": "${email}", "values": {"link": "https://secret/${mark}"}}', '${mark}');
        INSERT INTO jobs (kind, data) VALUES ('mail', '{"template": "notice", "recipient": "head@${mark}.example", "values": {}}');
        INSERT INTO invoices (customer_id, number, amount, due_date, risk_score) VALUES ('${id}', 'FA-${mark.length}', 1250.50, current_date, 60), ('${id}', NULL, 7, '2009-01-01', 60);
        INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes)
          VALUES ('${id}', 'P-1', 1250.50, current_date, 'check', '=call("${mark}"), twice;=1' || chr(10) || '=2');
        INSERT INTO contracts (customer_id, contract_number, title) VALUES ('${id}', 'C-${mark}', 'For ${mark}');
        INSERT INTO licenses (customer_id, product_name, license_key, license_type) VALUES ('${id}', 'Suite', 'KEY-${mark}', 'trial');
        INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id, idempotency_key)
          VALUES ('${id}', 'TKT-${mark.length}', 'From ${email}', E'${mark} writes\\n"hello"', '${userId}', 'key-${mark}');
        INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source, idempotency_key)
          SELECT id, customer_id, 2, 'customer', '${userId}', '${mark} writes from ${email}', 'portal', 'secret-${mark}' FROM tickets WHERE customer_id = '${id}';
        INSERT INTO ticket_notes (ticket_id, customer_id, position, body)
          SELECT id, customer_id, 2, 'secret note about ${mark}, ${email}' FROM tickets WHERE customer_id = '${id}';
        INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, actor_id, payload)
          SELECT id, customer_id, 3, 'watcher_added', 'customer', '${userId}', '{"userId":"${userId}"}' FROM tickets WHERE customer_id = '${id}';
        INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) SELECT id, customer_id, '${userId}' FROM tickets WHERE customer_id = '${id}'`),
    );

  /** Every text, JSON and array of the whole database that holds one of the words. */
  async function traces(...words: string[]): Promise<string[]> {
    return withOperator(async (client) => {
      const { rows: columns } = await client.query<{ table: string; column: string }>(
        `SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 2`,
      );
      expect(columns.length).toBeGreaterThan(80);
      const found: string[] = [];
      for (const { table, column } of columns) {
        const { rows } = await client.query(
          `SELECT FROM "${table}" WHERE EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE strpos(lower("${column}"::text), word) > 0)`,
          [words.map((word) => word.toLowerCase())],
        );
        if (rows.length > 0) found.push(`${table}.${column}`);
      }
      return found;
    });
  }

  const json = (to: string, name: string) => JSON.parse(readFileSync(join(to, `${name}.json`), 'utf8'));

  test('a customer export contains all its data, no other customer and no secret', async () => {
    const to = join(folder, 'out');
    expect(await call('export-customer', 'head@ZORGLUB.example', '--to', to)).toMatchObject({ code: 0, err: '' });
    expect(json(to, 'customer')).toMatchObject([{ name: 'Zorglub & Fils', contact: 'Mme zorglub' }]);
    expect(json(to, 'customer')).toMatchObject([{ outstanding: 1257.5, currency: 'EUR' }]);
    expect(json(to, 'invoices')).toHaveLength(2);
    expect(readFileSync(join(to, 'invoices.csv'), 'utf8')).toContain('"FA-7","1250.50","EUR"');
    expect(
      json(to, 'users')
        .map(({ email }: { email: string }) => email)
        .toSorted(),
    ).toEqual([mine.email, colleague.email].toSorted());
    expect(json(to, 'mails')).toHaveLength(2);
    expect(json(to, 'devices')).toHaveLength(1);
    expect(json(to, 'passkeys')).toMatchObject([{ name: 'zorglub phone' }]);
    const conversation = ['ticket_messages', 'ticket_events', 'ticket_watchers'];
    for (const name of ['contracts', 'payments', 'licenses', 'tickets', ...conversation])
      expect(json(to, name)).toHaveLength(1);
    expect(readFileSync(join(to, 'payments.csv'), 'utf8')).toContain(`,"1250.50",`);
    expect(readFileSync(join(to, 'payments.csv'), 'utf8')).toContain(`"'=call(""zorglub""), twice;'=1\n'=2"`);
    const files = readdirSync(to);
    expect(files).toHaveLength(2 * customerPersonalData.length + 1);
    const all = files.map((file) => readFileSync(join(to, file), 'utf8')).join('\n');
    expect(all).not.toMatch(/atlas/i);
    for (const secret of ['secret', mine.token, theirs.id, theirs.email]) expect(all).not.toContain(secret);
    for (const { columns } of customerPersonalData)
      for (const column of Object.keys(columns))
        expect(readFileSync(join(to, 'README.md'), 'utf8')).toContain(`\`${column}\`: `);
    for (const file of files) expect(statSync(join(to, file)).mode & 0o777).toBe(0o600);
    expect(await call('export-customer', mine.id, '--to', to)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not empty'),
    });
  });

  test('a user export contains its own data and nothing of colleagues', async () => {
    const to = join(folder, 'out');
    expect((await call('export-user', mine.email, '--to', to)).code).toBe(0);
    expect(json(to, 'users')).toMatchObject([{ email: mine.email }]);
    for (const name of ['tickets', 'ticket_messages', 'ticket_events', 'ticket_watchers'])
      expect(json(to, name)).toHaveLength(1);
    const all = readdirSync(to)
      .map((file) => readFileSync(join(to, file), 'utf8'))
      .join('\n');
    for (const other of [colleague.email, theirs.email, 'KEY-', mine.token, 'secret']) expect(all).not.toContain(other);
  });

  test('every table is exported or excluded with a reason', async () => {
    const { rows } = await withOperator((client) =>
      client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
      ),
    );
    const spoken = new Set([...customerPersonalData.map(({ table }) => table), ...Object.keys(notExported)]);
    expect(rows.map(({ name }) => name).filter((name) => !spoken.has(name))).toEqual([]);
    expect(userPersonalData.every(({ table }) => spoken.has(table))).toBe(true);
  });

  test('an erased customer leaves anonymous accounting records only; its sessions end', async () => {
    const visitor = browser(await openApi(database), { cookie: mine.cookie });
    expect((await visitor.get('/api/portal/customers/current')).status).toBe(200);
    const before = await traces('zorglub', mine.email, colleague.email);
    const tried = await call('erase-customer', mine.id, '--dry-run', '--json');
    expect(await traces('zorglub', mine.email, colleague.email)).toEqual(before);
    const done = await call('erase-customer', mine.id, '--yes', '--json');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect({ ...JSON.parse(tried.out), isDryRun: false }).toEqual(JSON.parse(done.out));
    expect(JSON.parse(done.out)).toMatchObject({
      removed: {
        users: 2,
        sessions: 2,
        tickets: 1,
        contracts: 1,
        licenses: 1,
        invoices: 1,
        jobs: 2,
        verifications: 2,
        'mail files': 1,
      },
      kept: [expect.stringContaining('1 invoices and 1 payments')],
    });
    expect(await traces('zorglub', mine.email, colleague.email)).toEqual([]);
    expect((await visitor.get('/api/portal/customers/current')).status).toBe(401);
    expect(readdirSync(join(folder, 'outbox'))).toEqual([`${theirs.email}.eml`]);
    const other = browser(await openApi(database), { cookie: theirs.cookie });
    expect((await other.get('/api/portal/invoices')).body.items).toHaveLength(2);
    expect((await traces('atlas')).length).toBeGreaterThan(10);
    const again = await call('erase-customer', mine.id, '--yes', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ removed: { users: 0, invoices: 0 }, kept: [expect.any(String)] });
  });

  test('an erased user leaves no trace; its customer and colleagues keep their data', async () => {
    const visitor = browser(await openApi(database), { cookie: mine.cookie });
    const dry = await call('erase-user', mine.email, '--yes');
    expect(dry.out).toMatch(/^Removed: jobs 1, verifications 2, sessions 1, users 1, mail files 1\.\nKept: 1 tickets/);
    expect(await traces(mine.email, 'zorglub person', 'zorglub browser', 'secret of zorglub')).toEqual([]);
    // The audit event stays, with an id that no longer identifies a user.
    expect(await traces(mine.userId)).toEqual(['audit_events.user_id']);
    expect((await visitor.get('/api/portal/customers/current')).status).toBe(401);
    const left = browser(await openApi(database), { cookie: colleague.cookie });
    expect((await left.get('/api/portal/tickets')).body.items).toMatchObject([{ subject: 'From [erased]' }]);
    expect((await call('erase-user', colleague.email, '--yes')).out).toContain('which has no users left');
    expect(await call('erase-user', mine.email, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no user'),
    });
  });

  test('the leads and appointments of an email address are exported and erased with their notes and replies', async () => {
    const { clear, makeHost, insertAppointment } = setUpAppointments(database);
    await clear();
    const { hostId, userId: staffId } = await makeHost();
    const made: { leadId: string; email: string }[] = [];
    for (const [at, email] of [mine.email, theirs.email].entries()) {
      // As a visitor typed it.
      const typed = email.toUpperCase();
      const { id: leadId } = await makeLead(database, { form: 'consultation', email: typed, name: `Visitor ${at}` });
      const startsAt = after(at * dayMs).toISOString();
      const endsAt = after(at * dayMs + hourMs).toISOString();
      await insertAppointment({ hostId, leadId, email: typed, name: `Visitor ${at}`, startsAt, endsAt });
      await withOperator((client) =>
        client.query(`
          INSERT INTO lead_messages (lead_id, kind, author_id, body) VALUES
            ('${leadId}', 'note', '${staffId}', 'note about visitor ${at}'), ('${leadId}', 'sent', '${staffId}', 'reply to visitor ${at}');
          WITH mail AS (
            INSERT INTO inbound_mails (delivery_key, size, sender, recipients, subject, full_text, state, lead_id)
              VALUES (rpad('${leadId}', 64, 'x'), 10, '${email}', '{}', '', '', 'published', '${leadId}') RETURNING id)
          INSERT INTO lead_messages (lead_id, kind, body, inbound_mail_id) SELECT '${leadId}', 'received', 'reply of visitor ${at}', id FROM mail`),
      );
      made.push({ leadId, email });
    }
    const [own, other] = [assertDefined(made[0]), assertDefined(made[1])];

    const to = join(folder, 'out');
    expect((await call('export-user', own.email, '--to', to)).code).toBe(0);
    expect(json(to, 'leads')).toMatchObject([{ id: own.leadId, form: 'consultation' }]);
    expect(json(to, 'appointments')).toMatchObject([{ email: own.email.toUpperCase(), name: 'Visitor 0' }]);

    expect((await call('erase-user', own.email, '--yes')).out).toMatch(/inbound_mails 1, leads 1, .*appointments 1/);
    expect(await traces(own.email, own.leadId, 'visitor 0')).toEqual([]);
    expect(await traces('visitor 1')).toEqual(
      expect.arrayContaining(['appointments.name', 'lead_messages.body', 'leads.name']),
    );
    expect(await traces(other.leadId)).toEqual(
      expect.arrayContaining(['appointments.lead_id', 'inbound_mails.lead_id', 'lead_messages.lead_id', 'leads.id']),
    );
  });
});

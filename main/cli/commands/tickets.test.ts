import { beforeAll, expect, test } from 'vitest';
import { call, writeCsv } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

describeOperator(({ operator }) => {
  beforeAll(async () => {
    await operator.makeCustomer('Cabinet Masséna');
  });

  test('a ticket’s status is set to a known one', async () => {
    await operator.client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description)
      SELECT id, 'TKT-1', E'Red \\x1b[31m\\ninjection', 'D' FROM customers WHERE name = 'Cabinet Masséna'`);
    const listed = await call(operator, 'tickets', 'list');
    expect(listed.out).toContain('TKT-1');
    expect(listed.out).not.toContain('\u001b');
    expect((await call(operator, 'tickets', 'set-status', 'TKT-1', 'in_progress')).out).toBe(
      'TKT-1: open → in_progress\n',
    );
    expect((await call(operator, 'tickets', 'set-status', 'TKT-1', 'done')).err).toContain('one of open, in_progress');
    expect((await call(operator, 'tickets', 'set-status', 'TKT-2', 'closed')).err).toContain(
      'There is no ticket TKT-2',
    );
    expect((await call(operator, 'tickets', 'set-status', 'TKT-1', 'closed')).code).toBe(0);
    expect((await call(operator, 'tickets', 'list')).err).toContain('No matching tickets');
    const { rows } = await operator.client.query('SELECT kind, position, payload FROM ticket_events ORDER BY position');
    expect(rows).toEqual([
      { kind: 'status_changed', position: 2, payload: { from: 'open', to: 'in_progress' } },
      { kind: 'status_changed', position: 3, payload: { from: 'in_progress', to: 'closed' } },
    ]);
    await call(operator, 'tickets', 'set-status', 'TKT-1', 'open');
    const { rows: reopened } = await operator.client.query(
      'SELECT version, reopened_count, sla_state, sla_calendar FROM tickets',
    );
    expect(reopened).toEqual([{ version: 4, reopened_count: 1, sla_state: 'running', sla_calendar: 'office' }]);
    await call(operator, 'tickets', 'set-status', 'TKT-1', 'closed');
    expect(JSON.parse((await call(operator, 'tickets', 'list', '--status', 'closed', '--json')).out)).toMatchObject([
      { ticket_number: 'TKT-1' },
    ]);
  });

  test('a ticket is shown with customer and author, without control characters', async () => {
    await operator.client.query(`INSERT INTO users (email, name) VALUES ('author@cabinet.example', 'Author')`);
    const long = 'x'.repeat(5000);
    const description = `First line\r\n\u001b[2J\u001b]0;title\u0007second\rthird \u202egnp.exe`;
    await operator.client.query(
      `INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id)
      SELECT customers.id, 'TKT-77', E'Printer\\x1b[31m', $1, users.id FROM customers, users
      WHERE customers.name = 'Cabinet Masséna' AND users.email = 'author@cabinet.example'`,
      [`${description}\n${long}`],
    );
    const shown = await call(operator, 'tickets', 'show', 'TKT-77');
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(/^customer +Cabinet Masséna \([\da-f-]{36}\)$/m);
    expect(shown.out).toMatch(/^author +author@cabinet\.example$/m);
    expect(shown.out).toContain('\n  First line\n');
    expect(shown.out).toContain('\n  third  gnp.exe\n');
    expect(shown.out).toContain(`\n  ${long}\n`);
    expect(shown.out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse((await call(operator, 'tickets', 'show', 'TKT-77', '--json')).out)).toMatchObject({
      ticket_number: 'TKT-77',
      author: 'author@cabinet.example',
      description: expect.stringContaining(long),
    });
    const { rows } = await operator.client.query(`SELECT short_number FROM tickets WHERE ticket_number = 'TKT-77'`);
    expect((await call(operator, 'tickets', 'show', `#${rows[0].short_number}`)).out).toBe(shown.out);
    const listed = JSON.parse((await call(operator, 'tickets', 'list', '--json')).out) as { description: string }[];
    expect(listed[0]?.description).toContain(long);
    await operator.client.query(`DELETE FROM users WHERE email = 'author@cabinet.example'`);
    expect((await call(operator, 'tickets', 'show', 'TKT-77')).out).toMatch(/^author +a deleted user$/m);
    expect(await call(operator, 'tickets', 'show', "TKT-0' OR '1'='1")).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('There is no ticket TKT-0'),
    });
  });

  test('a ticket is assigned to active staff with the permission support, or to nobody', async () => {
    await operator.client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description)
      SELECT id, 'TKT-90', 'S', 'D' FROM customers WHERE name = 'Cabinet Masséna'`);
    for (const [email, permissions] of [
      ['lea@rempart-azur.example', 'support'],
      ['max@rempart-azur.example', 'sales'],
    ] as const) {
      await operator.client.query('INSERT INTO users (email, name, email_verified) VALUES ($1, $1, true)', [email]);
      await call(operator, 'staff', 'add', email, '--permissions', permissions, '--name', 'N', '--yes');
    }
    const assign = (to: string) => call(operator, 'tickets', 'assign', 'TKT-90', to);
    expect((await assign('Lea@rempart-azur.example')).out).toBe('TKT-90 is assigned to lea@rempart-azur.example.\n');
    expect((await assign('lea@rempart-azur.example')).out).toContain('Nothing to do');
    for (const wrong of ['max@rempart-azur.example', 'x@y.example'])
      expect(await assign(wrong)).toMatchObject({ code: 1, err: expect.stringContaining('is not active staff') });
    expect((await assign('nobody')).out).toBe('TKT-90 is assigned to nobody.\n');
    expect((await call(operator, 'audit', '--event', 'ticket.assigned', '--json')).out.trim().split('\n')).toHaveLength(
      2,
    );
  });

  test('a reply in the name of the company is published, and mailed to the requester', async () => {
    await operator.client.query(
      `INSERT INTO users (email, name, email_verified) VALUES ('claire@cabinet.example', 'Claire', true)`,
    );
    await operator.client
      .query(`INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id, requester_id)
      SELECT customers.id, 'TKT-91', 'S', 'D', users.id, users.id FROM customers, users
      WHERE customers.name = 'Cabinet Masséna' AND users.email = 'claire@cabinet.example'`);
    const reply = (text: string, ...more: string[]) =>
      call(operator, 'tickets', 'reply', 'TKT-91', writeCsv('reply.txt', text), ...more);
    expect((await reply('It works again.\n')).out).toBe('The reply to TKT-91 was published: open → in_progress.\n');
    expect((await reply('Does it?\n', '--next', 'ask')).out).toContain('in_progress → waiting_customer');
    const { rows } = await operator.client.query(
      `SELECT body, author_kind, ticket_messages.author_id, source FROM ticket_messages JOIN tickets ON tickets.id = ticket_id
        WHERE ticket_number = 'TKT-91' ORDER BY ticket_messages.position`,
    );
    const written = { author_kind: 'staff', author_id: null, source: 'desk' };
    expect(rows).toEqual([
      { body: 'It works again.', ...written },
      { body: 'Does it?', ...written },
    ]);
    const { rows: jobs } = await operator.client.query(
      `SELECT kind FROM jobs JOIN tickets ON tickets.id = ticket_id WHERE ticket_number = 'TKT-91'`,
    );
    expect(jobs).toContainEqual({ kind: 'ticket-notice' });
    const [event] = JSON.parse(
      `[${(await call(operator, 'audit', '--event', 'ticket.replied', '--json')).out.trim().split('\n').join(',')}]`,
    );
    expect(event).toMatchObject({ actor: 'operator', details: { by: expect.stringMatching(/./) } });
    expect(await reply(' \n')).toMatchObject({ code: 1, err: expect.stringContaining('Please write something') });
    expect(await reply('Hello {{name}}')).toMatchObject({ code: 1, err: expect.stringContaining('{{name}}') });
    expect(await reply('x', '--next', 'close')).toMatchObject({ code: 2, err: expect.stringContaining('--next is') });
    expect((await call(operator, 'tickets', 'reply', 'TKT-91', '/nowhere')).err).toContain(
      'The file /nowhere does not exist.',
    );
    expect((await call(operator, 'tickets', 'reply', 'TKT-0', writeCsv('reply.txt', 'x'))).err).toContain(
      'no ticket TKT-0',
    );
  });

  test('tickets list rejects an unknown status and names the known ones', async () => {
    expect(await call(operator, 'tickets', 'list', '--status', 'bogus')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('must be one of open, in_progress, waiting_customer, resolved, closed'),
    });
    await operator.client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description, status)
      SELECT id, 'TKT-78', 'S', 'D', 'escalated' FROM customers WHERE name = 'Cabinet Masséna'`);
    expect((await call(operator, 'tickets', 'list', '--status', 'escalated')).out).toContain('TKT-78');
  });
});

import { describe, expect, test } from 'vitest';
import { browser, makeCustomer, openApi } from '#tests/support/api.ts';
import { engines, freshDatabase } from '#tests/support/database.ts';

describe.each(engines)('on %s', (engine) => {
  test('rows read without the tenant role are withheld, and the connection is closed', async () => {
    const database = await freshDatabase(engine);
    const visitor = browser(await openApi(database), { cookie: (await makeCustomer(database, 'Cabinet')).cookie });
    expect((await visitor.get('/api/portal/tickets')).status).toBe(200);

    const owner = await database.pool.connect();
    await owner.query(`RESET ROLE; GRANT SELECT ON tickets TO portal_app;
      GRANT EXECUTE ON FUNCTION has_unread_reply, ticket_person_name TO portal_app;
      ALTER TABLE tickets NO FORCE ROW LEVEL SECURITY; ALTER TABLE tickets DISABLE ROW LEVEL SECURITY;
      CREATE OR REPLACE FUNCTION set_tenant_context(session_token text) RETURNS uuid LANGUAGE sql
      AS 'SELECT user_id FROM sessions WHERE token = session_token'; SET ROLE portal_app`);
    owner.release();

    const closed: unknown[] = [];
    database.pool.on('remove', (client) => closed.push(client));
    const response = await visitor.get('/api/portal/tickets');
    expect([response.status, response.body.error.code]).toEqual([500, 'internal_error']);
    await expect.poll(() => closed.length).toBe(1);
    await database.close();
  });
});

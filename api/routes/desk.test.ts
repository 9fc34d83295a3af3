import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { staffPermissions } from '#contract/staff.ts';
import { browser, declaredRoutes, makeStaff, makeUser } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { permissionsOf } from './router.ts';

const deskRoutes = declaredRoutes().filter(({ path }) => path.startsWith('/api/desk/'));
const list = deskRoutes.map((route) => [route.method, route.path, permissionsOf(route) ?? []] as const);
const notFound = { error: { code: 'not_found', message: 'No resource exists at this URL.' } };

describeApi(({ database, api, customer }) => {
  // Without any input: callers with the right learn that it is missing, others that there is no such route.
  const send = async (method: string, path: string, cookie: string) => {
    const { get, post, put } = browser(api, { cookie });
    const { status, body } = await (method === 'get' ? get(path) : method === 'put' ? put(path, 'a file') : post(path));
    return { status, code: body.error?.code, body };
  };

  test('the desk has routes, and each says what it needs', () => {
    expect(deskRoutes.length).toBeGreaterThan(25);
    for (const route of deskRoutes) expect(permissionsOf(route)).toBeDefined();
  });

  test.each(list)('%s %s: only staff with a second factor and one of %j', async (method, path, needed) => {
    const call = (cookie: string) => send(method, path, cookie);
    expect(await call('')).toMatchObject({ status: 401 });
    const strangers = [customer, await makeUser(database), await makeStaff(database, { isActive: false })];
    for (const { cookie } of strangers)
      expect(await call(cookie)).toEqual({ status: 404, code: 'not_found', body: notFound });
    const weak = await makeStaff(database, { hasSecondFactor: false });
    expect(await call(weak.cookie)).toMatchObject({ status: 403, code: 'second_factor_required' });
    const late = await makeStaff(database, { hoursAgo: 12 });
    expect(await call(late.cookie)).toMatchObject({ status: 403, code: 'desk_session_expired' });
    const others = staffPermissions.filter((one) => !needed.includes(one));
    const lacking = needed.length === 0 ? [] : [await makeStaff(database, { permissions: others })];
    for (const { cookie } of lacking) expect(await call(cookie)).toMatchObject({ status: 403, code: 'forbidden' });
    for (const permission of needed.length === 0 ? staffPermissions : needed) {
      const { cookie } = await makeStaff(database, { permissions: [permission] });
      expect([200, 400, 415]).toContain((await call(cookie)).status);
    }
  });

  test.each(list.filter(([method]) => method === 'get'))(
    '%s %s: an unknown customer or ticket does not exist',
    async (_method, path) => {
      const { cookie } = await makeStaff(database);
      const response = await browser(api, { cookie }).get(`${path}?id=${randomUUID()}`);
      const other = await browser(api, { cookie }).get(`${path}?customerId=${randomUUID()}`);
      for (const { status, body } of [response, other]) {
        expect([200, 400, 404]).toContain(status);
        expect((status === 200 && path !== '/api/desk/customers' && body.items) || []).toEqual([]);
      }
    },
  );

  test('a request from another site is rejected', async () => {
    const { cookie } = await makeStaff(database);
    const forged = await browser(api, { cookie }).post('/api/desk/customers/stop-viewing', undefined, {
      Origin: 'https://evil.example',
    });
    expect(forged).toMatchObject({ status: 403, body: { error: { code: 'forbidden_origin' } } });
  });

  test('a suspension takes effect with the next request', async () => {
    const staff = await makeStaff(database);
    await makeStaff(database, { permissions: ['admin'] });
    expect((await send('get', '/api/desk/me', staff.cookie)).status).toBe(200);
    const client = await database.pool.connect();
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    await client.query('UPDATE staff_members SET active = false WHERE user_id = $1', [staff.userId]);
    await client.query('COMMIT');
    client.release();
    expect((await send('get', '/api/desk/me', staff.cookie)).status).toBe(404);
  });
});

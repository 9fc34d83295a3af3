import { expect, test } from 'vitest';
import { browser, makeUser } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const lists = ['invoices', 'contracts', 'payments', 'licenses', 'tickets'] as const;

describeApi(({ database, api }) => {
  const get = (path: string, cookie: string) => browser(api, { cookie }).get(`/api/portal/${path}`);

  test('an account that is linked to no customer is told so, and sees nothing', async () => {
    const { cookie } = await makeUser(database);
    expect(await get('customer', cookie)).toMatchObject({
      status: 404,
      body: {
        error: {
          code: 'not_linked',
          message: 'Your account needs to be linked to a customer profile. Please contact support for assistance.',
        },
      },
    });
    expect((await get('counts', cookie)).body).toEqual({
      invoices: 0,
      contracts: 0,
      payments: 0,
      licenses: 0,
      openTickets: 0,
    });
    for (const list of lists) expect((await get(list, cookie)).body.items).toEqual([]);
    const refused = await browser(api, { cookie }).post('/api/portal/tickets', { subject: 's', description: 'd' });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'not_linked']);
  });

  test.each(['customer', 'counts', ...lists])('%s needs a session', async (path) => {
    const refused = await browser(api).get(`/api/portal/${path}`);
    expect([refused.status, refused.body.error]).toEqual([401, { code: 'unauthorized', message: 'Please sign in.' }]);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
});

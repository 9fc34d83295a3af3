import { expect, test } from 'vitest';
import { browser } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

describeApi(({ api, customer: { cookie } }) => {
  test('a new ticket returns 201, is first in the list, and the same key returns it again', async () => {
    const visitor = browser(api, { cookie });
    const send = () =>
      visitor.post(
        '/api/portal/tickets',
        { subject: 'Réseau', description: '<script>\nalert(1)</script>' },
        { 'Idempotency-Key': 'a-b-c' },
      );
    const made = await send();
    expect(made).toMatchObject({
      status: 201,
      body: { subject: 'Réseau', description: '<script>\nalert(1)</script>', priority: 'medium', status: 'open' },
    });
    expect(made.headers.get('idempotency-replayed')).toBeNull();
    const again = await send();
    expect([again.status, again.body]).toEqual([201, made.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await visitor.post(
      '/api/portal/tickets',
      { subject: 'Autre', description: 'x' },
      { 'Idempotency-Key': 'a-b-c' },
    );
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await visitor.get('/api/portal/tickets')).body.items).toEqual([made.body]);
    expect((await visitor.get('/api/portal/counts')).body.openTickets).toBe(1);
  });

  test.each([
    [{ subject: '', description: 'd' }, 'Please fill in both subject and description.'],
    [{ subject: ' \n', description: 'd' }, 'Please fill in both subject and description.'],
    [{ subject: 's', description: '\t' }, 'Please fill in both subject and description.'],
    [{ subject: 'x'.repeat(201), description: 'd' }, 'Please use at most 200 characters.'],
    [{ subject: 's', description: 'x'.repeat(10_001) }, 'Please use at most 10000 characters.'],
    [{ subject: 'a\0b', description: 'd' }, 'This text contains a character that cannot be stored.'],
    [{ subject: 's', description: '\ud800' }, 'This text contains a character that cannot be stored.'],
  ])('an invalid ticket is rejected with a message', async (ticket, message) => {
    const response = await browser(api, { cookie }).post('/api/portal/tickets', ticket);
    expect([response.status, response.body.error]).toEqual([400, { code: 'invalid_request', message }]);
  });

  test.each([
    { customerId: 'x' },
    { status: 'closed' },
    { ticketNumber: 'TKT-1' },
    { priority: 5 },
    { subject: { a: 1 } },
  ])('a ticket takes no field but its own: %j', async (change) => {
    const response = await browser(api, { cookie }).post('/api/portal/tickets', {
      subject: 's',
      description: 'd',
      ...change,
    });
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('a ticket accepts texts of the maximum length, in any script', async () => {
    const long = { subject: '界'.repeat(200), description: '🙂'.repeat(2500), priority: 'très urgent' };
    const made = await browser(api, { cookie }).post('/api/portal/tickets', long);
    expect(made).toMatchObject({ status: 201, body: long });
  });
});

import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { describeError, loggedPath } from './log.ts';

test('the values of a failed query are removed, at every depth', () => {
  const cause = Object.assign(new Error('duplicate key (email)=(claire@cabinet.example)'), { code: '23505' });
  const error = new Error('Failed query: insert into x values ($1)\nparams: claire@cabinet.example,secret', { cause });
  const described = describeError(error);
  expect(JSON.stringify(described)).not.toMatch(/claire|secret/);
  expect(described).toMatchObject({ type: 'Error', message: 'Failed query: insert into x values ($1)' });
  expect(described.cause).toMatchObject({ code: '23505', message: 'duplicate key (email)=([email])' });
});

test('the stack is included', () => {
  expect(describeError(new TypeError('no')).at?.[0]).toContain('log.test.ts');
});

test('a thrown value that is not an Error is not logged', () => {
  expect(describeError('claire@cabinet.example')).toEqual({
    type: 'string',
    message: 'something other than an Error was thrown',
  });
});

test('a host that refuses at every address is described by each of them', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const socket = connect({ host: 'mail.example', port, lookup: (_host, _options, done) => done(null, addresses) });
  const [error] = await once(socket, 'error').catch((thrown: unknown) => [thrown]);
  expect(error).toBeInstanceOf(AggregateError);
  expect(describeError(error)).toMatchObject({
    code: 'ECONNREFUSED',
    message: `connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`,
  });
});

test('a circular chain of causes ends', () => {
  const error = new Error('loop');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});

test.each([
  ['/services?utm=x&email=claire@cabinet.example', '/services'],
  ['/desinscription/claire@cabinet.example', '/desinscription/[email]'],
  ['/desinscription/claire%40cabinet.example/oui', '/desinscription/[email]/oui'],
  ['/api/auth/reset-password/Zk3vQ9xT1mN8bL2cR7wP5yHd', '/api/auth/reset-password/[token]'],
  [
    '/api/portal/tickets/3f0c1f2e-8a54-4a7e-9a4e-1d2c3b4a5f60',
    '/api/portal/tickets/3f0c1f2e-8a54-4a7e-9a4e-1d2c3b4a5f60',
  ],
  ['/formations/iso-27001-lead-implementer-2', '/formations/iso-27001-lead-implementer-2'],
])('%s is logged as %s', (target, logged) => {
  expect(loggedPath(target)).toBe(logged);
});

test('a long path is truncated', () => {
  expect(loggedPath(`/${'a'.repeat(9000)}`).length).toBe(200);
});

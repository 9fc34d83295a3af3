import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#api/db/testing.ts';
import { must } from '#api/routes/testing.ts';
import { createRateLimiter, TooManyAttempts } from './rate-limit.ts';

const secret = 'secret';

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());

  const outcomes = async (attempts: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(attempts);
    return {
      taken: settled.filter(({ status }) => status === 'fulfilled').length,
      refused: settled.filter((one) => one.status === 'rejected' && one.reason instanceof TooManyAttempts).length,
    };
  };

  test('attempts at the same moment share one allowance', async () => {
    const limiter = createRateLimiter(database, secret);
    const attempts = Array.from({ length: 30 }, () => limiter.take('burst', { address: ['192.0.2.1', 10, 60] }));
    expect(await outcomes(attempts)).toEqual({ taken: 10, refused: 20 });
  });

  test('addresses and accounts are counted each by itself', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (address: string, account: string) =>
      limiter.take('both', { address: [address, 100, 60], account: [account, 3, 60] });
    const sprayed = Array.from({ length: 5 }, (_, at) => from(`192.0.2.${at}`, 'Victim@example.com'));
    expect(await outcomes(sprayed)).toEqual({ taken: 3, refused: 2 });
    await expect(from('192.0.2.9', 'victim@example.com')).rejects.toThrow(TooManyAttempts);
    await from('192.0.2.9', 'other@example.com');
  });

  test('an attempt that is given back was never made', async () => {
    const limiter = createRateLimiter(database, secret);
    const take = () => limiter.take('good', { address: ['192.0.2.1', 2, 60] });
    for (let at = 0; at < 10; at += 1) await (await take()).giveBack();
    expect(await outcomes([take(), take(), take()])).toEqual({ taken: 2, refused: 1 });
  });

  test('the wait is told, and over when the time is', async () => {
    const limiter = createRateLimiter(database, secret);
    const once = () => limiter.take('wait', { address: ['192.0.2.1', 1, 60] });
    await once();
    const refusal = await once().catch((error: TooManyAttempts) => error);
    expect(refusal).toMatchObject({ retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60) });
    await database.pool.query(`UPDATE rate_limits SET resets_at = now() - interval '1 second'`);
    await once();
  });

  test('a network of IPv6 addresses is one sender, and neighbours are not', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (address: string) => limiter.take('six', { address: [address, 1, 60] });
    await from('2001:db8:0:1::1');
    await expect(from('2001:db8:0:1:ffff:ffff:ffff:ffff')).rejects.toThrow(TooManyAttempts);
    await from('2001:db8:0:2::1');
    await from('::1');
  });

  test('no address and no account can be read in the table', async () => {
    await createRateLimiter(database, secret).take('door', {
      address: ['192.0.2.77', 5, 60],
      account: ['someone@example.com', 5, 60],
    });
    const { rows } = await database.pool.query('SELECT key FROM rate_limits');
    expect(rows.map(({ key }) => key).join()).not.toMatch(/192\.0\.2|someone/);
  });

  test.runIf(engine === 'postgresql')('two copies of the server share the allowance', async () => {
    const copy = await database.openCopy();
    const limiters = [createRateLimiter(database, secret), createRateLimiter(copy, secret)];
    const attempts = Array.from({ length: 30 }, (_, at) =>
      must(limiters[at % 2]).take('copies', { address: ['192.0.2.1', 10, 60] }),
    );
    expect(await outcomes(attempts)).toEqual({ taken: 10, refused: 20 });
  });
});

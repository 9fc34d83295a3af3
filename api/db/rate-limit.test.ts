import { describe, expect, test } from 'vitest';
import { inTransaction } from './transaction-context.ts';
import { assertDefined } from '#tests/support/api.ts';
import { createRateLimiter } from './rate-limit.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import { describeDatabase } from '#tests/support/database-test.ts';

const secret = 'secret';

describeDatabase(({ engine, database }) => {
  const outcomes = async (attempts: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(attempts);
    return {
      taken: settled.filter(({ status }) => status === 'fulfilled').length,
      refused: settled.filter((one) => one.status === 'rejected' && one.reason instanceof RateLimitError).length,
    };
  };

  test('attempts at the same moment share one allowance', async () => {
    const limiter = createRateLimiter(database, secret);
    const attempts = Array.from({ length: 30 }, () => limiter.take('burst', { address: ['192.0.2.1', 10, 3_600] }));
    expect(await outcomes(attempts)).toEqual({ taken: 10, refused: 20 });
  });

  test('addresses and accounts are counted each by itself', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (address: string, account: string) =>
      limiter.take('both', { address: [address, 100, 3_600], account: [account, 3, 3_600] });
    const sprayed = Array.from({ length: 5 }, (_, at) => from(`192.0.2.${at}`, 'Victim@example.com'));
    expect(await outcomes(sprayed)).toEqual({ taken: 3, refused: 2 });
    await expect(from('192.0.2.9', 'victim@example.com')).rejects.toThrow(RateLimitError);
    await from('192.0.2.9', 'other@example.com');
  });

  test('an attempt that is given back was never made', async () => {
    const limiter = createRateLimiter(database, secret);
    const take = () => limiter.take('good', { address: ['192.0.2.1', 2, 3_600] });
    for (let at = 0; at < 10; at += 1) await (await take()).giveBack();
    expect(await outcomes([take(), take(), take()])).toEqual({ taken: 2, refused: 1 });
  });

  test('the wait is told, and over when the time is', async () => {
    let now = 0;
    const limiter = createRateLimiter(database, secret, { now: () => now });
    const once = () => limiter.take('wait', { address: ['192.0.2.1', 1, 3_600] });
    await once();
    const isWithinTheHour = expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 3_600);
    // The second is refused by the table, the third by memory.
    for (const isFirst of [true, false])
      await expect(once()).rejects.toMatchObject({ isFirst, retryAfter: isWithinTheHour });
    await database.pool.query(`UPDATE rate_limits SET resets_at = now() - interval '1 second'`);
    now += 3_600_000;
    await once();
  });

  test('a network of IPv6 addresses is one sender, and neighbours are not', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (address: string) => limiter.take('six', { address: [address, 1, 3_600] });
    await from('2001:db8:0:1::1');
    await expect(from('2001:db8:0:1:ffff:ffff:ffff:ffff')).rejects.toThrow(RateLimitError);
    await from('2001:db8:0:2::1');
    await from('::1');
  });

  test('IPv6 networks are counted by /64, /56 and /48, the wider ones with higher limits', async () => {
    // Two limiters: neither's memory alone knows of all attempts.
    const limiters = [createRateLimiter(database, secret), createRateLimiter(database, secret)];
    const from = (at: number, address: string) =>
      assertDefined(limiters[at % 2]).take('wide', { address: [address, 10, 3_600] });
    const each = (count: number, address: (at: number) => string) =>
      outcomes(Array.from({ length: count }, (_, at) => from(at, address(at))));
    const hex = (at: number) => at.toString(16).padStart(2, '0');
    expect(await each(30, (at) => `2001:db8:64:1::${hex(at)}`)).toEqual({ taken: 10, refused: 20 });
    expect(await each(40, (at) => `2001:db8:56:1${hex(at)}::1`)).toEqual({ taken: 20, refused: 20 });
    expect(await each(80, (at) => `2001:db8:48:${hex(at)}00::1`)).toEqual({ taken: 40, refused: 40 });
    expect(await each(80, (at) => `2001:db8:1${hex(at)}::1`)).toEqual({ taken: 80, refused: 0 });
  });

  test('what a refused network asks for is not written, and one subnet does not use up its neighbours’ limit', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (address: string, account: string) =>
      limiter.take('order', { address: [address, 5, 3_600], account: [account, 100, 3_600] });
    const rows = async () => {
      const { rowCount } = await database.pool.query(`SELECT FROM rate_limits WHERE key LIKE 'order:%'`);
      return rowCount;
    };
    for (let at = 0; at < 200; at += 1) await from('2001:db8:7:1::1', `a${at}@example.com`).catch(() => undefined);
    // Five accounts, the /64, the /56 and the /48.
    expect(await rows()).toBe(8);
    // Instances that have not seen the flood ask the table, which then only reads.
    const before = await database.pool.query(`SELECT key, count, xmin FROM rate_limits ORDER BY key`);
    await expect(
      createRateLimiter(database, secret).take('order', {
        address: ['2001:db8:7:1::2', 5, 3_600],
        account: ['b@example.com', 100, 3_600],
      }),
    ).rejects.toThrow(RateLimitError);
    expect((await database.pool.query(`SELECT key, count, xmin FROM rate_limits ORDER BY key`)).rows).toEqual(
      before.rows,
    );
    for (let at = 0; at < 5; at += 1) await from('2001:db8:7:2::1', 'c@example.com');
  });

  test('a network that is refused in memory costs no access to the database', async () => {
    let asked = 0;
    const query = (...given: Parameters<typeof database.pool.query>) => {
      asked += 1;
      return database.pool.query(...given);
    };
    const limiter = createRateLimiter({ ...database, pool: { query } as never }, secret);
    const attempts = Array.from({ length: 500 }, () => limiter.take('memory', { address: ['192.0.2.1', 10, 3_600] }));
    expect(await outcomes(attempts)).toEqual({ taken: 10, refused: 490 });
    expect(asked).toBe(11);
  });

  test('attempts that a lost database did not judge are not held against a network', async () => {
    const lost = { ...database, pool: { query: () => Promise.reject(new Error('gone')) } as never };
    const limiter = createRateLimiter(lost, secret);
    for (let at = 0; at < 20; at += 1)
      await expect(limiter.take('lost', { address: ['192.0.2.1', 2, 3_600] })).rejects.toThrow('gone');
  });

  test('attempts and what is given back at the same moment wait for nobody in a circle', async () => {
    const limiter = createRateLimiter(database, secret);
    const once = async (at: number) => {
      const address = `2001:db8:9:${(at % 4).toString(16)}::1`;
      const taken = await limiter.take('circle', {
        address: [address, 1_000, 3_600],
        account: [`${at % 3}@example.com`, 1_000, 3_600],
      });
      await taken.giveBack();
    };
    await Promise.all(Array.from({ length: 200 }, (_, at) => once(at)));
    const { rows } = await database.pool.query(`SELECT count FROM rate_limits WHERE key LIKE 'circle:%'`);
    expect(rows.map(({ count }: { count: number }) => count)).toEqual(Array<number>(rows.length).fill(0));
  });

  test('an attempt that was not judged counts for the network and not for the account', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (address: string) =>
      limiter.take('unjudged', { address: [address, 3, 3_600], account: ['v@example.com', 1, 3_600] });
    for (let at = 0; at < 3; at += 1) await (await from('192.0.2.1')).giveBackAccount();
    await expect(from('192.0.2.1')).rejects.toThrow(RateLimitError);
    await from('192.0.2.2');
  });

  test('a limit counts in the transaction that is open: what is rolled back was not counted', async () => {
    const limiter = createRateLimiter(database, secret);
    const allows = () => limiter.allows('mails', ['v@example.com', 2, 3_600]);
    const failing = inTransaction(database.orm, async () => {
      expect(await allows()).toBe(true);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect([await allows(), await allows(), await allows(), await allows()]).toEqual([true, true, false, false]);
  });

  describe('with a growing wait', () => {
    const backoff = { most: 10, waits: [900, 3_600, 14_400, 86_400] };
    const attempt = (who: string) => createRateLimiter(database, secret).takeWithBackoff('code', who, backoff);
    /** As if so many seconds had passed. */
    const pass = (seconds: number) =>
      database.pool.query(
        `UPDATE rate_limits SET blocked_until = blocked_until - make_interval(secs => $1),
           resets_at = resets_at - make_interval(secs => $1) WHERE key LIKE 'code:backoff:%'`,
        [seconds],
      );
    const waitOf = async (who: string) => {
      const refused = await attempt(who).catch((error: unknown) => error);
      return refused instanceof RateLimitError ? refused.retryAfter : 0;
    };

    test('each ten failures bring a longer wait, up to a day', async () => {
      for (const seconds of [900, 3_600, 14_400, 86_400, 86_400]) {
        const lasts = [];
        for (let at = 0; at < 10; at += 1) lasts.push((await attempt('longer')).isLast);
        expect(lasts).toEqual([...Array<boolean>(9).fill(false), true]);
        expect(await waitOf('longer')).toSatisfy((wait: number) => wait > seconds - 300 && wait <= seconds);
        await pass(seconds);
      }
    });

    test('of forty at the same moment ten are taken', async () => {
      const attempts = Array.from({ length: 40 }, () => attempt('parallel'));
      expect(await outcomes(attempts)).toEqual({ taken: 10, refused: 30 });
    });

    test('a good one begins anew, and so does a week without a failure', async () => {
      for (let at = 0; at < 9; at += 1) await attempt('good');
      await (await attempt('good')).reset();
      for (let at = 0; at < 9; at += 1) expect((await attempt('good')).isLast).toBe(false);
      await pass(7 * 86_400);
      for (let at = 0; at < 9; at += 1) expect((await attempt('good')).isLast).toBe(false);
    });
  });

  test('no address and no account can be read in the table', async () => {
    await createRateLimiter(database, secret).take('door', {
      address: ['192.0.2.77', 5, 3_600],
      account: ['someone@example.com', 5, 3_600],
    });
    const { rows } = await database.pool.query('SELECT key FROM rate_limits');
    expect(rows.map(({ key }) => key).join()).not.toMatch(/192\.0\.2|someone/);
  });

  test.runIf(engine === 'postgresql')('two copies of the server share the allowance', async () => {
    const copy = await database.openInstance();
    const limiters = [createRateLimiter(database, secret), createRateLimiter(copy, secret)];
    const attempts = Array.from({ length: 30 }, (_, at) =>
      assertDefined(limiters[at % 2]).take('copies', { address: ['192.0.2.1', 10, 3_600] }),
    );
    expect(await outcomes(attempts)).toEqual({ taken: 10, refused: 20 });
  });
});

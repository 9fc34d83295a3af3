import { beforeAll, describe, expect, test } from 'vitest';
import { RateLimitError } from '#api/lib/errors.ts';
import { createLog } from '#api/lib/log.ts';
import { assertDefined } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { createRateLimiter, deleteExpiredRateLimits, startRateLimitCleanup } from './rate-limit.ts';
import { inTransaction } from './transaction-context.ts';
import { eventually } from '#tests/support/eventually.ts';

const secret = 'secret';

describeDatabase({ both: true }, ({ engine, database }) => {
  const outcomes = async (attempts: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(attempts);
    return {
      accepted: settled.filter(({ status }) => status === 'fulfilled').length,
      rejected: settled.filter((one) => one.status === 'rejected' && one.reason instanceof RateLimitError).length,
    };
  };

  test('concurrent attempts share one quota', async () => {
    const limiter = createRateLimiter(database, secret);
    const attempts = Array.from({ length: 30 }, () =>
      limiter.consume('burst', { ipAddress: ['192.0.2.1', 10, 3_600] }),
    );
    expect(await outcomes(attempts)).toEqual({ accepted: 10, rejected: 20 });
  });

  test('IP addresses and accounts are counted separately', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (ipAddress: string, account: string) =>
      limiter.consume('both', { ipAddress: [ipAddress, 100, 3_600], account: [account, 3, 3_600] });
    const sprayed = Array.from({ length: 5 }, (_, at) => from(`192.0.2.${at}`, 'Victim@example.com'));
    expect(await outcomes(sprayed)).toEqual({ accepted: 3, rejected: 2 });
    await expect(from('192.0.2.9', 'victim@example.com')).rejects.toThrow(RateLimitError);
    await from('192.0.2.9', 'other@example.com');
  });

  test('a refunded attempt does not count', async () => {
    const limiter = createRateLimiter(database, secret);
    const attempt = () => limiter.consume('good', { ipAddress: ['192.0.2.1', 2, 3_600] });
    for (let at = 0; at < 10; at += 1) await (await attempt()).refund();
    expect(await outcomes([attempt(), attempt(), attempt()])).toEqual({ accepted: 2, rejected: 1 });
  });

  test('the error has the seconds to wait, after which attempts are accepted again', async () => {
    let now = 0;
    const limiter = createRateLimiter(database, secret, { now: () => now });
    const once = () => limiter.consume('wait', { ipAddress: ['192.0.2.1', 1, 3_600] });
    await once();
    const isWithinTheHour = expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 3_600);
    // The table rejects the second, memory the third.
    for (const isFirst of [true, false])
      await expect(once()).rejects.toMatchObject({ isFirst, retryAfter: isWithinTheHour });
    await database.pool.query(`UPDATE rate_limits SET resets_at = now() - interval '1 second'`);
    now += 3_600_000;
    await once();
  });

  test('IPv6 addresses of one network share a quota, neighbouring networks do not', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (ipAddress: string) => limiter.consume('six', { ipAddress: [ipAddress, 1, 3_600] });
    await from('2001:db8:0:1::1');
    await expect(from('2001:db8:0:1:ffff:ffff:ffff:ffff')).rejects.toThrow(RateLimitError);
    await from('2001:db8:0:2::1');
    await from('::1');
  });

  test('IPv6 networks are counted by /64, /56 and /48, the wider ones with higher limits', async () => {
    // Two limiters: neither's memory alone has all attempts.
    const limiters = [createRateLimiter(database, secret), createRateLimiter(database, secret)];
    const from = (at: number, ipAddress: string) =>
      assertDefined(limiters[at % 2]).consume('wide', { ipAddress: [ipAddress, 10, 3_600] });
    const each = (count: number, ipAddress: (at: number) => string) =>
      outcomes(Array.from({ length: count }, (_, at) => from(at, ipAddress(at))));
    const hex = (at: number) => at.toString(16).padStart(2, '0');
    expect(await each(30, (at) => `2001:db8:64:1::${hex(at)}`)).toEqual({ accepted: 10, rejected: 20 });
    expect(await each(40, (at) => `2001:db8:56:1${hex(at)}::1`)).toEqual({ accepted: 20, rejected: 20 });
    expect(await each(80, (at) => `2001:db8:48:${hex(at)}00::1`)).toEqual({ accepted: 40, rejected: 40 });
    expect(await each(80, (at) => `2001:db8:1${hex(at)}::1`)).toEqual({ accepted: 80, rejected: 0 });
  });

  test('a rejected network writes no rows, and one subnet does not use up the quota of its neighbours', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (ipAddress: string, account: string) =>
      limiter.consume('order', { ipAddress: [ipAddress, 5, 3_600], account: [account, 100, 3_600] });
    const rows = async () => {
      const { rowCount } = await database.pool.query(`SELECT FROM rate_limits WHERE key LIKE 'order:%'`);
      return rowCount;
    };
    for (let at = 0; at < 200; at += 1) await from('2001:db8:7:1::1', `a${at}@example.com`).catch(() => undefined);
    // Five accounts, the /64, the /56 and the /48.
    expect(await rows()).toBe(8);
    // An instance that has not seen the flood only reads the table.
    const before = await database.pool.query(`SELECT key, count, xmin FROM rate_limits ORDER BY key`);
    await expect(
      createRateLimiter(database, secret).consume('order', {
        ipAddress: ['2001:db8:7:1::2', 5, 3_600],
        account: ['b@example.com', 100, 3_600],
      }),
    ).rejects.toThrow(RateLimitError);
    expect((await database.pool.query(`SELECT key, count, xmin FROM rate_limits ORDER BY key`)).rows).toEqual(
      before.rows,
    );
    for (let at = 0; at < 5; at += 1) await from('2001:db8:7:2::1', 'c@example.com');
  });

  test('a network rejected in memory causes no query', async () => {
    let queries = 0;
    const query = (...given: Parameters<typeof database.pool.query>) => {
      queries += 1;
      return database.pool.query(...given);
    };
    const limiter = createRateLimiter({ ...database, pool: { query } as never }, secret);
    const attempts = Array.from({ length: 500 }, () =>
      limiter.consume('memory', { ipAddress: ['192.0.2.1', 10, 3_600] }),
    );
    expect(await outcomes(attempts)).toEqual({ accepted: 10, rejected: 490 });
    expect(queries).toBe(11);
  });

  test('attempts do not count while the database is unavailable', async () => {
    const lost = { ...database, pool: { query: () => Promise.reject(new Error('gone')) } as never };
    const limiter = createRateLimiter(lost, secret);
    for (let at = 0; at < 20; at += 1)
      await expect(limiter.consume('lost', { ipAddress: ['192.0.2.1', 2, 3_600] })).rejects.toThrow('gone');
  });

  test('concurrent attempts and refunds do not deadlock', async () => {
    const limiter = createRateLimiter(database, secret);
    const once = async (at: number) => {
      const ipAddress = `2001:db8:9:${(at % 4).toString(16)}::1`;
      const attempt = await limiter.consume('deadlock', {
        ipAddress: [ipAddress, 1_000, 3_600],
        account: [`${at % 3}@example.com`, 1_000, 3_600],
      });
      await attempt.refund();
    };
    await Promise.all(Array.from({ length: 200 }, (_, at) => once(at)));
    const { rows } = await database.pool.query(`SELECT count FROM rate_limits WHERE key LIKE 'deadlock:%'`);
    expect(rows.map(({ count }: { count: number }) => count)).toEqual(Array<number>(rows.length).fill(0));
  });

  test('an attempt that was not checked counts for the network but not for the account', async () => {
    const limiter = createRateLimiter(database, secret);
    const from = (ipAddress: string) =>
      limiter.consume('unchecked', { ipAddress: [ipAddress, 3, 3_600], account: ['v@example.com', 1, 3_600] });
    for (let at = 0; at < 3; at += 1) await (await from('192.0.2.1')).refundAccount();
    await expect(from('192.0.2.1')).rejects.toThrow(RateLimitError);
    await from('192.0.2.2');
  });

  test('tryConsume counts in the open transaction: a rollback undoes it', async () => {
    const limiter = createRateLimiter(database, secret);
    const tryConsume = () => limiter.tryConsume('mails', ['v@example.com', 2, 3_600]);
    const failing = inTransaction(database.orm, async () => {
      expect(await tryConsume()).toBe(true);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect([await tryConsume(), await tryConsume(), await tryConsume(), await tryConsume()]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  describe('with backoff', () => {
    const backoff = { failures: 10, waits: [900, 3_600, 14_400, 86_400] };
    const attempt = (who: string) => createRateLimiter(database, secret).consumeWithBackoff('code', who, backoff);
    /** As if that many seconds had passed. */
    const pass = (seconds: number) =>
      database.pool.query(
        `UPDATE rate_limits SET blocked_until = blocked_until - make_interval(secs => $1),
           resets_at = resets_at - make_interval(secs => $1) WHERE key LIKE 'code:backoff:%'`,
        [seconds],
      );
    const waitOf = async (who: string) => {
      const error = await attempt(who).catch((reason: unknown) => reason);
      return error instanceof RateLimitError ? error.retryAfter : 0;
    };

    test('every ten failures cause a longer wait, up to a day', async () => {
      for (const seconds of [900, 3_600, 14_400, 86_400, 86_400]) {
        const lasts = [];
        for (let at = 0; at < 10; at += 1) lasts.push((await attempt('longer')).isLast);
        expect(lasts).toEqual([...Array<boolean>(9).fill(false), true]);
        expect(await waitOf('longer')).toSatisfy((wait: number) => wait > seconds - 300 && wait <= seconds);
        await pass(seconds);
      }
    });

    test('of forty concurrent attempts ten are accepted', async () => {
      const attempts = Array.from({ length: 40 }, () => attempt('parallel'));
      expect(await outcomes(attempts)).toEqual({ accepted: 10, rejected: 30 });
    });

    test('a success resets the failures, and so does a week without one', async () => {
      for (let at = 0; at < 9; at += 1) await attempt('good');
      await (await attempt('good')).reset();
      for (let at = 0; at < 9; at += 1) expect((await attempt('good')).isLast).toBe(false);
      await pass(7 * 86_400);
      for (let at = 0; at < 9; at += 1) expect((await attempt('good')).isLast).toBe(false);
    });
  });

  test('the table reveals no IP ipAddress and no account', async () => {
    await createRateLimiter(database, secret).consume('hashed', {
      ipAddress: ['192.0.2.77', 5, 3_600],
      account: ['someone@example.com', 5, 3_600],
    });
    const { rows } = await database.pool.query('SELECT key FROM rate_limits');
    expect(rows.map(({ key }) => key).join()).not.toMatch(/192\.0\.2|someone/);
  });

  test.runIf(engine === 'postgresql')('two instances share the quota', async () => {
    const other = await database.openInstance();
    const limiters = [createRateLimiter(database, secret), createRateLimiter(other, secret)];
    const attempts = Array.from({ length: 30 }, (_, at) =>
      assertDefined(limiters[at % 2]).consume('instances', { ipAddress: ['192.0.2.1', 10, 3_600] }),
    );
    expect(await outcomes(attempts)).toEqual({ accepted: 10, rejected: 20 });
  });

  describe('cleanup', () => {
    const insert = (prefix: string, count: number, expires: string) =>
      database.pool.query(
        `INSERT INTO rate_limits (key, count, resets_at)
        SELECT $1 || at, 1, now() + $3::interval FROM generate_series(1, $2) AS at`,
        [prefix, count, expires],
      );
    const keys = async () => {
      const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM rate_limits ORDER BY key');
      return rows.map(({ key }) => key);
    };
    beforeAll(() => database.pool.query('DELETE FROM rate_limits'));

    test('deletes every expired row and no other', async () => {
      await insert('old ', 12_000, '-1 second');
      await insert('new ', 3, '1 hour');
      expect(await deleteExpiredRateLimits(database)).toBe(12_000);
      expect(await keys()).toEqual(['new 1', 'new 2', 'new 3']);
    });

    test('repeats, also while the database is not open yet', async () => {
      let current: TestDatabase | undefined;
      const cleanup = startRateLimitCleanup({ database: () => current, log: createLog('silent'), intervalMs: 1 });
      for (const prefix of ['first ', 'second ']) {
        await insert(prefix, 2, '-1 second');
        current = database;
        await eventually(async () => expect(await keys()).toEqual(['new 1', 'new 2', 'new 3']));
      }
      await cleanup.stop();
      await insert('late ', 1, '-1 second');
      expect(await keys()).toContain('late 1');
    });

    test('uses the index on the expiry', async () => {
      const client = await database.pool.connect();
      await client.query('SET enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        'EXPLAIN SELECT key FROM rate_limits WHERE resets_at <= now() LIMIT 5000',
      );
      await client.query('RESET enable_seqscan');
      client.release();
      expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('rate_limits_reset');
    });
  });
});

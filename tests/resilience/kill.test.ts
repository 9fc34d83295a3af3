import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '#main/admin/integrity-check/check-database.ts';
import { openForOperator } from '#api/db/operator-database.ts';
import { engines } from '#tests/support/database.ts';
import { bundleServer, killServers, password, startReadyServer } from '#tests/support/server.ts';
import { TicketLoad } from './acknowledged-writes.ts';
import { prepareEngine } from './prepare-engine.ts';

// More with `FAULT_ROUNDS=50 npm test -- tests/resilience/kill`.
const rounds = Number(process.env.FAULT_ROUNDS || 1);

beforeAll(bundleServer);
afterEach(killServers);

test.each(engines)(
  'kill -9 under load on %s: every ticket with a 201 response is stored exactly once',
  { timeout: rounds * 300_000 },
  async (engine) => {
    const { settings, email, operated, drop } = await prepareEngine(engine);
    const load = new TicketLoad();
    let cookie: string | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startReadyServer(settings);
      cookie ??= await server.signIn(email, password);
      const before = load.acknowledged;
      const running = load.run(server, cookie, 8);
      while (load.acknowledged === before) await wait(5);
      await wait(Math.random() * 500);
      server.signal('SIGKILL');
      await Promise.all([running, server.exitCode]);
      expect(load.otherStatuses).toEqual(new Map());
    }
    const server = await startReadyServer(settings);
    // Requests without a response are repeated with their idempotency key and must not create a second ticket.
    await load.run(server, cookie ?? '', 1, () => load.unanswered.size === 0);
    expect(await load.findViolations(server, cookie ?? '')).toEqual([]);
    expect(load.acknowledged).toBeGreaterThanOrEqual(rounds);
    expect(await server.stop()).toBe(0);

    const operator = await openForOperator(operated, 'any');
    expect((await checkDatabase(operator, () => {})).problems).toEqual([]);
    await operator.close();
    await drop();
    if (process.env.FAULT_ROUNDS)
      console.log(`${engine}: ${rounds} kills, ${load.acknowledged} tickets acknowledged, ${load.resent} sent again`);
  },
);

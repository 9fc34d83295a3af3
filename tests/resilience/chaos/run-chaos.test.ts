import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabaseProxy } from '#tests/resilience/faults.ts';
import { createOwnerDatabase, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import { bundleServer, killServers } from '#tests/support/server.ts';
import { newInternalText } from './client.ts';
import { type Plan, runChaos } from './run-chaos.ts';

const timeout = 300_000;
const short: Plan = { maxSeconds: 12, postgres: undefined, embedded: true, faultEvery: 3_000, customers: 4 };

beforeAll(bundleServer);
afterAll(killServers);

/** Other tests use the same cluster, so it is not restarted: connections break and are refused for a moment instead. */
async function prepareDatabase() {
  const database = await createOwnerDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const restart = async () => {
    await proxy.cut();
    await database.endConnections();
    await wait(400);
    await proxy.reconnect();
  };
  const postgres = { url: proxy.url, servingUrl: proxy.through(database.servingUrl), restart };
  return { database, postgres, drop: () => proxy.cut().then(() => database.drop()) };
}

test(
  'a short chaos run of the embedded engine and of two instances on PostgreSQL finds no violation',
  { timeout },
  async () => {
    const prepared = hasPostgres ? await prepareDatabase() : undefined;
    const { violations, report } = await runChaos({ ...short, postgres: prepared?.postgres });
    await prepared?.drop();
    expect(violations, report).toEqual([]);
  },
);

async function asOwner({ url }: OwnerDatabase, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Runs until the run is over. */
const repeatAsOwner = async (database: OwnerDatabase, text: string, signal: AbortSignal) => {
  while (!signal.aborted) {
    await asOwner(database, text).catch(() => undefined);
    await wait(50);
  }
};

const violationsOfDefects: [defect: string, violation: RegExp][] = [
  ['a dropped row-level security policy', /a list lacked rows of its own customer/],
  ['a policy that allows every row', /a response contained another customer's row/],
  ['a ticket that is acknowledged and not stored', /an acknowledged ticket is lost|acknowledged with two numbers/],
  ['an upload that is acknowledged and not stored', /an acknowledged upload has no row/],
  ['a mail that is acknowledged and not stored', /an acknowledged mail is lost/],
  ['an internal note in a response to a customer', /a customer saw an internal note/],
  ['a disabled sign-in rate limit', /passwords could be guessed without a limit/],
  ['a disabled ticket rate limit', /tickets could be created without a limit/],
];

const falseResponses: [route: string, status: number, body: () => object][] = [
  ['POST /api/portal/tickets', 201, () => ({ ticketNumber: 'TKT-1' })],
  ['PUT /api/portal/tickets/file', 201, () => ({ id: randomUUID() })],
  ['POST /api/mail/inbound', 200, () => ({ status: 'ok' })],
  ['GET /api/portal/tickets/thread', 200, () => ({ items: [{ body: newInternalText() }] })],
];

describe.runIf(hasPostgres)('a chaos run with eight defects', () => {
  let outcome: Awaited<ReturnType<typeof runChaos>>;

  beforeAll(async () => {
    const { database, postgres, drop } = await prepareDatabase();
    const defect: Plan['defect'] = {
      interceptor: ({ method, url = '' }, response) => {
        const [, status, body] =
          falseResponses.find(([route]) => `${method} ${url}`.replace(/\?.*/, '') === route) ?? [];
        if (status === undefined || Math.random() < 0.7) return false;
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body?.()));
        return true;
      },
      during: async (signal) => {
        await asOwner(database, 'DROP POLICY tenant_select ON contracts');
        await asOwner(database, 'CREATE POLICY wide ON licenses FOR SELECT TO portal_tenant USING (true)');
        await Promise.all([
          repeatAsOwner(database, 'DELETE FROM rate_limits', signal),
          repeatAsOwner(database, `SET ROLE portal_operator; DELETE FROM tickets WHERE subject LIKE 'flood %'`, signal),
        ]);
      },
    };
    // Lost tickets are found only at the end.
    const isEnough: Plan['isEnough'] = (results) => {
      const { uploads, mails } = results.conversationOf({ name: 'PostgreSQL' });
      return (
        Math.min(results.tickets.size / 2, uploads.size, mails.size) > 20 &&
        violationsOfDefects.every(
          ([name, violation]) => name.endsWith('not stored') || violation.test(results.violations.join('\n')),
        )
      );
    };
    const plan: Plan = { ...short, maxSeconds: 120, embedded: false, faultEvery: 600_000, postgres };
    outcome = await runChaos({ ...plan, isEnough, defect });
    await drop();
  }, timeout);

  test.each(violationsOfDefects)('detects %s', (_defect, violation) => {
    expect(outcome.violations.join('\n'), outcome.report).toMatch(violation);
  });
});

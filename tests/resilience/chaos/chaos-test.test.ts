import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layCable } from '#tests/resilience/tcp-proxy.ts';
import { createOwnerDatabase, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import { runChaosTest, type Plan } from './run-chaos-test.ts';
import { bundleServer, removeServer } from './server.ts';

const timeout = 300_000;
const short: Plan = { seconds: 12, postgres: undefined, embedded: true, faultEvery: 3_000, customers: 4 };

beforeAll(bundleServer);
afterAll(removeServer);

/** The tests' cluster is not ours alone to restart: connections break and are refused for a moment, as in a restart. */
async function besiegeable() {
  const database = await createOwnerDatabase();
  const cable = await layCable(database.url);
  const restart = async () => {
    await cable.cut();
    await database.endConnections();
    await wait(400);
    await cable.mend();
  };
  const postgres = { url: cable.url, servingUrl: cable.through(database.servingUrl), restart };
  return { database, postgres, remove: () => cable.cut().then(() => database.remove()) };
}

test(
  'a short siege of the embedded engine and, where there is one, of two copies on a PostgreSQL: no breach',
  { timeout },
  async () => {
    const besieged = hasPostgres ? await besiegeable() : undefined;
    const { breaches, text } = await runChaosTest({ ...short, postgres: besieged?.postgres });
    await besieged?.remove();
    expect(breaches, text).toEqual([]);
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

type Sabotage = (database: OwnerDatabase) => NonNullable<Plan['sabotage']>;

const sabotages: [what: string, sabotage: Sabotage, breach: RegExp][] = [
  [
    'a policy that was dropped',
    (database) => ({ during: () => asOwner(database, 'DROP POLICY own_contracts ON contracts') }),
    /a list lacked rows of its own customer/,
  ],
  [
    'a policy that shows every row',
    (database) => ({
      during: () => asOwner(database, 'CREATE POLICY wide ON contracts FOR SELECT TO portal_tenant USING (true)'),
    }),
    /an answer held another customer's row/,
  ],
  [
    'a ticket that is acknowledged before it is written',
    () => ({
      intruder: ({ method, url }, answer) => {
        if (method !== 'POST' || url !== '/api/portal/tickets' || Math.random() < 0.7) return false;
        answer.writeHead(201, { 'Content-Type': 'application/json' }).end('{"ticketNumber":"TKT-1"}');
        return true;
      },
    }),
    /an acknowledged ticket is lost|told under two numbers/,
  ],
  [
    'a rate limit that is off',
    (database) => ({
      during: async (signal) => {
        while (!signal.aborted) {
          await asOwner(database, 'DELETE FROM rate_limits').catch(() => undefined);
          await wait(50);
        }
      },
    }),
    /passwords could be guessed without a limit/,
  ],
  [
    'a limit of tickets that is off',
    (database) => ({
      during: async (signal) => {
        while (!signal.aborted) {
          const text = `SET ROLE portal_operator; DELETE FROM tickets WHERE subject LIKE 'flood %'`;
          await asOwner(database, text).catch(() => undefined);
          await wait(50);
        }
      },
    }),
    /tickets could be written without a limit/,
  ],
];

describe.runIf(hasPostgres)('the siege can fail', () => {
  test.each(sabotages)('it finds %s', { timeout }, async (what, sabotage, breach) => {
    const { database, postgres, remove } = await besiegeable();
    // Of lost tickets nobody knows before the end: a good many are enough.
    const isEnough: Plan['isEnough'] = (ledger) =>
      ledger.breaches.length > 0 || (what.includes('acknowledged') && ledger.tickets.size > 40);
    const plan = { ...short, seconds: 120, isEnough, embedded: false, faultEvery: 600_000, postgres };
    const { breaches, text } = await runChaosTest({ ...plan, sabotage: sabotage(database) });
    await remove();
    expect(breaches.join('\n'), text).toMatch(breach);
  });
});

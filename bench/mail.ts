/**
 * `npm run bench -- mail [words]`: what hostile mails cost the thread that serves requests, over LMTP and HTTP, from their first
 * byte until they have been read: the longest time that nothing else is served, and all of it, in CPU time and as ratios against
 * an ordinary mail. With words, only mails whose name contains them. Exits with 1 if a mail blocks the thread for more than
 * 50 ms. On PostgreSQL. Build first.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { openDatabase } from '#api/db/connect.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { createReplyAddress } from '#api/services/mail-in/reply-token.ts';
import { makeCustomer, secret } from '#tests/support/api.ts';
import { startBuiltServer } from '#tests/support/server.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { cleanUp, cleanUpOnSignals, freePort, whenDone } from '../scripts/lib/processes.ts';
import { hostile, ordinary, replies } from './mails.ts';
import { median } from './measure.ts';
import type { Turns } from './turns.ts';

const domain = 'support.example';
const maxBlockMs = 50;
const rounds = 3;
const words = process.argv.slice(2).join(' ');
const key = 'a key of the benchmark, of enough characters';

interface Mail {
  from: string;
  to: string;
  raw: string;
}

cleanUpOnSignals();
try {
  const { url: databaseUrl } = await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-mail-'));
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  const [port, turnsPort] = [await freePort(), await freePort()];
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    AUTH_SECRET: secret,
    DATABASE_URL: databaseUrl,
    MAIL_IN: `lmtp://127.0.0.1:${port}`,
    MAIL_IN_KEY: key,
    MAIL_IN_DOMAIN: domain,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'turns.ts')}`,
    BENCH_TURNS_PORT: String(turnsPort),
  });
  whenDone(async () => void (await server.stop()));
  const database = await openDatabase({ databaseUrl, dataDir }, createLog('silent'));
  whenDone(() => database.close());
  const run = (statement: string) =>
    withTransaction(database.pool, (client) => client.query(statement), { role: 'portal_operator' });
  const readTurns = async () => (await (await fetch(`http://127.0.0.1:${turnsPort}`)).json()) as Turns;

  const deliver = {
    LMTP: async ({ from, to, raw }: Mail) => {
      const transport = createTransport({ lmtp: true, host: '127.0.0.1', port, ignoreTLS: true });
      await transport.sendMail({ envelope: { from, to }, raw }).catch((error: { responseCode?: number }) => {
        // Lines that begin with a dot are rejected for good.
        if (error.responseCode !== 554) throw error;
      });
      transport.close();
    },
    HTTP: async ({ from, to, raw }: Mail) => {
      const response = await fetch(
        `${server.url}/api/mail/inbound?${new URLSearchParams({ sender: from, recipient: to })}`,
        { method: 'POST', headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${key}` }, body: raw },
      );
      if (response.status !== 200) throw new Error(`The mail was not accepted: ${response.status}.`);
    },
  };

  const ofStranger = async () => ({ from: 'a@b.example', to: `support@${domain}` });
  let tickets = 0;
  // A customer each, so that no limit is reached.
  const ofCustomer = async () => {
    const { id, userId, email } = await makeCustomer(database, 'Mails');
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ id: string }>(
        sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id, requester_id)
          VALUES (${id}, ${`TKT-${(tickets += 1)}`}, 'Printer', 'Offline.', ${userId}, ${userId}) RETURNING id`,
      ),
    );
    const ticketId = rows[0]?.id ?? '';
    return { from: email, to: await createReplyAddress(database.pool, { ticketId, userId, domain }) };
  };

  const measure = async (way: keyof typeof deliver, correspondents: typeof ofStranger, body: string) => {
    await run('DELETE FROM inbound_mails');
    const { from, to } = await correspondents();
    const raw = `From: ${from}\r\nSubject: s\r\nMessage-ID: <${randomUUID()}@b.example>\r\n${body}`;
    await readTurns();
    await deliver[way]({ from, to, raw });
    for (;;) {
      const { rows } = await run(`SELECT FROM inbound_mails WHERE state = 'received'`);
      if (rows.length === 0) break;
      await wait(50);
    }
    const { rows } = await run(`SELECT state || coalesce(' ' || reason, '') AS state FROM inbound_mails`);
    return { ...(await readTurns()), state: (rows[0] as { state: string } | undefined)?.state ?? 'rejected' };
  };
  for (const way of ['LMTP', 'HTTP'] as const) {
    const times: Turns[] = [];
    for (let round = 0; round < 10; round += 1) times.push(await measure(way, ofStranger, ordinary));
    // The first ones start the thread and warm up the JIT compiler.
    const base = {
      longestMs: median(times.slice(5).map(({ longestMs }) => longestMs)),
      totalMs: median(times.slice(5).map(({ totalMs }) => totalMs)),
    };
    console.log(
      `\n${way}, against an ordinary mail (longest turn ${base.longestMs.toFixed(1)} ms, in all ${base.totalMs.toFixed(1)} ms)`,
    );
    console.log(`${''.padEnd(45)} longest turn of ${rounds} mails       in all`);
    const cases = [
      ...Object.entries({ 'an ordinary mail': () => ordinary, ...hostile }).map((one) => [...one, ofStranger] as const),
      ...Object.entries(replies).map((one) => [...one, ofCustomer] as const),
    ];
    for (const [name, body, correspondents] of cases.filter(([title]) => title.includes(words))) {
      const measured: Awaited<ReturnType<typeof measure>>[] = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await measure(way, correspondents, body()));
      const longest = Math.max(...measured.map(({ longestMs }) => longestMs));
      const total = median(measured.map(({ totalMs }) => totalMs));
      const figures = [
        (longest / base.longestMs).toFixed(1).padStart(6),
        `${longest.toFixed(1)} ms`.padStart(10),
        (total / base.totalMs).toFixed(1).padStart(12),
        `${total.toFixed(1)} ms`.padStart(10),
      ];
      console.log(name.padEnd(45), ...figures, ` ${measured[0]?.state}`);
      if (longest <= maxBlockMs) continue;
      console.error(`This mail blocks the server for more than ${maxBlockMs} ms.`);
      process.exitCode = 1;
    }
  }
} finally {
  await cleanUp();
}

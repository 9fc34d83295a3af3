import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '#main/admin/integrity-check/check-database.ts';
import { inOperatorTransaction, openForOperator } from '#api/db/operator-database.ts';
import { openFiles } from '#api/files/files.ts';
import { engines } from '#tests/support/database.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { bundleServer, killServers, password, startReadyServer, waitUntil } from '#tests/support/server.ts';
import { cleanUpFiles, mailInKey } from './acknowledged-conversation.ts';
import { ConversationLoad } from './conversation-load.ts';
import { prepareEngine } from './prepare-engine.ts';

// More with `FAULT_ROUNDS=100 npm test -- tests/resilience/kill-conversation`.
const rounds = Number(process.env.FAULT_ROUNDS || 1);

beforeAll(bundleServer);
afterEach(killServers);

/** Below the ports that systems give to connections, so that nobody else takes it between two starts of the server. */
async function findLmtpPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const probe = createServer();
    const isFree = await once(probe.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

test.each(engines)(
  'kill -9 under uploads, replies and mails on %s: what was acknowledged is stored exactly once, and no file is left over',
  { timeout: rounds * 300_000 },
  async (engine) => {
    const { settings, email, operated, drop } = await prepareEngine(engine);
    const files = openFiles({ dataDir: operated.dataDir, s3Url: undefined, clamd: undefined });
    const outgoing = await startMailServer();
    const lmtpPort = await findLmtpPort();
    const start = () =>
      startReadyServer({
        ...settings,
        SMTP_URL: outgoing.url,
        MAIL_IN: `lmtp://127.0.0.1:${lmtpPort}`,
        MAIL_IN_KEY: mailInKey,
        MAIL_IN_DOMAIN: 'support.example',
      });
    const asOperator = async <T>(work: (client: ClientBase) => Promise<T>): Promise<T> => {
      const operator = await openForOperator(operated, 'any');
      try {
        return await inOperatorTransaction(operator, work);
      } finally {
        await operator.close();
      }
    };
    const forgetLimits = () =>
      asOperator(async (client) => {
        // One user may upload and write a hundred times an hour, and mails may write twenty times into a ticket.
        for (const table of ['attachments', 'ticket_messages'])
          await client.query(`UPDATE ${table} SET created_at = now() - interval '2 hours'`);
        await client.query(`UPDATE inbound_mails SET received_at = now() - interval '2 hours'`);
        // What the killed server was sending is locked for ten minutes.
        await client.query('UPDATE jobs SET next_attempt_at = now() WHERE done_at IS NULL AND failed_at IS NULL');
      });
    const load = new ConversationLoad({ email, lmtpPort, received: outgoing.received });
    let cookie: string | undefined;
    let uploadsBefore = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await start();
      cookie ??= await server.signIn(email, password);
      const before = load.byLmtp;
      const running = load.run(server, cookie, 4);
      while (load.byLmtp === before) await wait(5);
      await wait(Math.random() * 300);
      server.signal('SIGKILL');
      await Promise.all([running, server.exitCode]);
      expect(load.otherStatuses).toEqual(new Map());
      if (round < rounds - 1 && load.uploads.size - uploadsBefore < 30) continue;
      uploadsBefore = load.uploads.size;
      await forgetLimits();
    }
    await forgetLimits();
    const last = await start();
    while (load.unanswered > 0) await load.resend(last, cookie ?? '');
    // Every reply address that was mailed is known, whatever was killed since it was made.
    await waitUntil(async () => load.replyAddresses.size === load.tickets.size, last);
    const replies = await load.replyToReceipts(last);
    expect(load.otherStatuses).toEqual(new Map());
    expect(await last.stop()).toBe(0);
    // What was accepted is read by jobs, of which kills have interrupted some.
    const countUnread = () =>
      asOperator(async (client) => {
        await client.query(`UPDATE jobs SET next_attempt_at = now() WHERE kind = 'received-mail' AND done_at IS NULL`);
        return (await client.query(`SELECT FROM inbound_mails WHERE state = 'received'`)).rowCount ?? 0;
      });
    while ((await countUnread()) > 0) {
      const server = await start();
      await wait(5_000);
      expect(await server.stop()).toBe(0);
    }
    await outgoing.close();

    const operator = await openForOperator(operated, 'any');
    expect((await checkDatabase(operator, () => {}, files)).problems).toEqual([]);
    await operator.close();
    const { removed, violations } = await asOperator((client) => cleanUpFiles(client, files));
    expect(violations).toEqual([]);
    expect(await asOperator((client) => load.findViolations(client, files.storage))).toEqual([]);
    const published = await asOperator((client) =>
      client.query(`SELECT FROM inbound_mails WHERE state = 'published' AND sha256 = ANY($1)`, [replies]),
    );
    expect(published.rows).toHaveLength(rounds);
    await drop();
    for (const kind of [load.uploads, load.replies, load.mails]) expect(kind.size).toBeGreaterThan(0);
    if (process.env.FAULT_ROUNDS)
      console.log(
        `${engine}: ${rounds} kills; acknowledged ${load.summary}, ${load.byLmtp} of them by LMTP, and ${load.tickets.size} receipts; ` +
          `${load.resent} sent again; ${removed} files without a row removed; ${published.rows.length} reply addresses answered`,
      );
  },
);

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '#api/admin/integrity-check/check-database.ts';
import { inOperatorTransaction, openForOperator } from '#api/admin/operator-database.ts';
import { openFiles } from '#api/files/files.ts';
import { engines } from '#tests/support/database.ts';
import { bundleServer, killServers, password, removeBundle, startReadyServer } from '#tests/support/server.ts';
import { cleanUpFiles, mailInKey } from './acknowledged-conversation.ts';
import { ConversationLoad } from './conversation-load.ts';
import { prepareEngine } from './prepare-engine.ts';

// More with `FAULT_ROUNDS=100 npm test -- tests/resilience/kill-conversation`.
const rounds = Number(process.env.FAULT_ROUNDS || 1);

beforeAll(bundleServer);
afterEach(killServers);
afterAll(removeBundle);

test.each(engines)(
  'kill -9 under uploads, replies and mails on %s: what was acknowledged is stored exactly once, and no file is left over',
  { timeout: rounds * 120_000 },
  async (engine) => {
    const { settings, email, operated, drop } = await prepareEngine(engine);
    const files = openFiles({ dataDir: operated.dataDir, s3Url: undefined, clamd: undefined });
    const load = new ConversationLoad();
    let cookie: string | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startReadyServer({ ...settings, MAIL_IN_KEY: mailInKey });
      cookie ??= await server.signIn(email, password);
      const before = load.mails.size;
      const running = load.run(server, cookie, 4);
      while (load.mails.size === before) await wait(5);
      await wait(Math.random() * 300);
      server.signal('SIGKILL');
      await Promise.all([running, server.exitCode]);
      expect(load.otherStatuses).toEqual(new Map());
      const between = await openForOperator(operated, 'any');
      // One user may upload and write a hundred times an hour.
      await inOperatorTransaction(between, async (client) => {
        for (const table of ['attachments', 'ticket_messages'])
          await client.query(`UPDATE ${table} SET created_at = now() - interval '2 hours'`);
      });
      await between.close();
    }
    const last = await startReadyServer({ ...settings, MAIL_IN_KEY: mailInKey });
    await load.resend(last, cookie ?? '');
    expect(load.unanswered).toBe(0);
    expect(load.otherStatuses).toEqual(new Map());
    expect(await last.stop()).toBe(0);

    const operator = await openForOperator(operated, 'any');
    expect((await checkDatabase(operator, () => {}, files)).problems).toEqual([]);
    const { removed, violations } = await inOperatorTransaction(operator, (client) => cleanUpFiles(client, files));
    expect(violations).toEqual([]);
    expect(await inOperatorTransaction(operator, (client) => load.findViolations(client, files.storage))).toEqual([]);
    await operator.close();
    await drop();
    for (const kind of [load.uploads, load.replies, load.mails]) expect(kind.size).toBeGreaterThan(0);
    if (process.env.FAULT_ROUNDS)
      console.log(
        `${engine}: ${rounds} kills; acknowledged ${load.uploads.size} uploads, ${load.replies.size} replies, ${load.mails.size} mails; ` +
          `${load.resent} sent again; ${removed} files without a row removed`,
      );
  },
);

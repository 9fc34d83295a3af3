import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import { browser, openApi } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { fullDisk, mountSmallDisk, type SmallDisk, withFault } from './faults.ts';

// Files alone are on this disk: what a full disk does to the database is tested beside this file.
const disk = mountSmallDisk(64);
afterAll(() => disk?.remove());
const key = 'k'.repeat(32);
const mailIn = { mailInDomain: 'support.example', mailInAddresses: ['support'] };

describeApi(({ database, customer }) => {
  const dataDir = join(disk?.folder ?? '', randomUUID());
  const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
  const rowsOf = async (table: 'attachments' | 'inbound_mails') => {
    const { rows } = await asOperator(database, (tx) => tx.execute(sql.raw(`SELECT id FROM ${table}`)));
    return rows.length;
  };

  // A mail whose size is unknown needs 25 MB of the disk’s 64, of which others may need the reserve.
  test.runIf(disk !== undefined).each([
    ['full', 0, 0],
    ['full after half a file', 256 * 1024, 0],
    ['full but for the reserve', 2 * 1024 * 1024, 2],
  ])(
    'a disk that is %s: 507, neither a row nor a part of a file, and room is enough',
    async (_how, freeBytes, diskReserve) => {
      const api = await openApi(database, {
        readLimit: 0,
        ticketLimit: 0,
        dataDir,
        mailInKey: key,
        ...mailIn,
        diskReserve,
      });
      const visitor = browser(api, { cookie: customer.cookie });
      const ticket = await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' });
      // A fixed beginning: random letters may begin like a file of another type.
      const content = `Printed: ${randomBytes(512 * 1024).toString('base64')}`;
      const upload = () => visitor.put(`/api/portal/tickets/file?id=${ticket.body.id}&name=a.txt`, content);
      const raw = mail({ Subject: `Full disk ${freeBytes}` }, content);
      const deliver = () =>
        api.request('/api/mail/inbound?sender=a@b.example&recipient=support@support.example', {
          method: 'POST',
          headers: { Host: 'portal.test', 'Content-Type': 'message/rfc822', Authorization: `Bearer ${key}` },
          body: new Uint8Array(raw),
        });
      const before = [await rowsOf('attachments'), await rowsOf('inbound_mails')];
      await withFault(fullDisk(disk as SmallDisk, freeBytes), async () => {
        expect(await upload()).toMatchObject({ status: 507, body: { error: { code: 'storage_full' } } });
        expect((await deliver()).status).toBe(507);
        expect(filesIn(join(dataDir, 'files/incoming'))).toEqual([]);
        expect(filesIn(join(dataDir, 'files', customer.id))).toHaveLength(before[0] ?? 0);
        expect(filesIn(join(dataDir, 'files/mail'))).toHaveLength(before[1] ?? 0);
        expect([await rowsOf('attachments'), await rowsOf('inbound_mails')]).toEqual(before);
      });
      expect((await upload()).status).toBe(201);
      expect((await deliver()).status).toBe(200);
      expect(filesIn(join(dataDir, 'files', customer.id))).toHaveLength((before[0] ?? 0) + 1);
      expect(filesIn(join(dataDir, 'files/mail'))).toHaveLength((before[1] ?? 0) + 1);
      expect(filesIn(join(dataDir, 'files/incoming'))).toEqual([]);
    },
  );
});

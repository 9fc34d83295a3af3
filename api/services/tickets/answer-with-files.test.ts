import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { png } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'answer-with-files-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describeApi({ settings: { readLimit: 0, ticketLimit: 0, dataDir } }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const visitor = portal(customer);
  const upload = async (who: Pick<Browser, 'put'>, side: 'portal' | 'desk', id: string) =>
    (await who.put(`/api/${side}/tickets/file?id=${id}&name=still.png`, png)).body.id as string;

  test('the answer to a solution takes its files along', async () => {
    const staff = await desk({ permissions: ['support'] });
    const opened = await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' });
    const id = opened.body.id as string;
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    await staff.post('/api/desk/tickets/reply', { id, version, body: 'Done.', next: 'resolve' });
    const fileId = await upload(visitor, 'portal', id);

    const answer = { id, works: false, body: 'See this.', fileIds: [fileId] };
    const answered = await visitor.post('/api/portal/tickets/answer', answer);
    expect(answered.body).toMatchObject({ ticket: { status: 'open' } });
    const { files } = (await visitor.get(`/api/portal/tickets/files?id=${id}`)).body;
    expect(files).toMatchObject([{ id: fileId, messageId: answered.body.messageId, isSent: true }]);
  });

  test('files are listed in the order in which they were chosen, not uploaded', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id } = (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body;
    for (const [who, side] of [
      [visitor, 'portal'],
      [staff, 'desk'],
    ] as const) {
      const uploaded: string[] = [];
      for (let nth = 0; nth < 4; nth += 1) uploaded.push(await upload(who, side, id));
      const chosen = [2, 0, 3, 1].map((nth) => uploaded[nth]);
      const written = side === 'portal' ? 'reply' : 'add-note';
      const { body } = await who.post(`/api/${side}/tickets/${written}`, { id, body: 'See these.', fileIds: chosen });
      const { files } = (await who.get(`/api/${side}/tickets/files?id=${id}`)).body;
      const isOf = (file: { messageId: string | null; noteId?: string | null }) =>
        side === 'portal' ? file.messageId === body.messageId : file.noteId === body.noteId;
      expect(files.filter(isOf).map((file: { id: string }) => file.id)).toEqual(chosen);
    }
  });

  test('a text that is sent again with other files is not taken for the one that was sent', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id } = (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body;
    const [first, second] = [await upload(visitor, 'portal', id), await upload(visitor, 'portal', id)];
    const reply = (key: string, ...fileIds: string[]) =>
      visitor.post('/api/portal/tickets/reply', { id, body: 'See this.', fileIds }, { 'Idempotency-Key': key });
    expect((await reply('text-1', first)).status).toBe(201);
    expect((await reply('text-1', first)).status).toBe(201);
    for (const fileIds of [[first, second], [second], []])
      expect(await reply('text-1', ...fileIds)).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency_key_reused' } },
      });
    expect((await reply('text-2', second)).status).toBe(201);

    const own = await upload(staff, 'desk', id);
    const note = (...fileIds: string[]) =>
      staff.post('/api/desk/tickets/add-note', { id, body: 'See this.', fileIds }, { 'Idempotency-Key': 'note-1' });
    expect([(await note()).status, (await note()).status, (await note(own)).status]).toEqual([201, 201, 422]);
  });
});

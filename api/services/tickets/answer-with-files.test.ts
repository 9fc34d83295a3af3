import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { png } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'answer-with-files-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describeApi({ settings: { readLimit: 0, ticketLimit: 0, dataDir } }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const visitor = portal(customer);

  test('the answer to a solution takes its files along', async () => {
    const staff = await desk({ permissions: ['support'] });
    const opened = await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' });
    const id = opened.body.id as string;
    const { version } = (await staff.get(`/api/desk/ticket?id=${id}`)).body;
    await staff.post('/api/desk/ticket/reply', { id, version, body: 'Done.', next: 'resolve' });
    const uploaded = await api.request(`/api/portal/ticket/file?${new URLSearchParams({ id, name: 'still.png' })}`, {
      method: 'PUT',
      headers: {
        Host: 'portal.test',
        Origin: siteUrl,
        Cookie: customer.cookie.split(';')[0] ?? '',
        'Content-Type': 'application/octet-stream',
      },
      body: Buffer.from(png),
    });
    const { id: fileId } = (await uploaded.json()) as { id: string };

    const answer = { id, works: false, body: 'See this.', fileIds: [fileId] };
    const answered = await visitor.post('/api/portal/ticket/answer', answer);
    expect(answered.body).toMatchObject({ ticket: { status: 'open' } });
    const { files } = (await visitor.get(`/api/portal/ticket/files?id=${id}`)).body;
    expect(files).toMatchObject([{ id: fileId, messageId: answered.body.messageId, isSent: true }]);
  });
});

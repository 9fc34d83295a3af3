import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { browser, fileSettings, makeStaff, openApi, siteUrl } from '#tests/support/api.ts';
import { pdf, png } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { documentOf, makeFuzzed } from '#tests/support/fuzzed.ts';
import { mailKey } from '#tests/support/tables/other-routes.ts';
import { execute, type World } from '#tests/support/tables/route-case.ts';
import { sql } from 'drizzle-orm';

interface Failing {
  path: (world: World) => string;
  content: (world: World) => Buffer | string;
  method?: 'POST';
  headers?: (world: World) => Record<string, string>;
  as?: 'owner';
  before?: (world: World) => Promise<unknown>;
  statuses: number[];
}

const zeros = '00000000-0000-4000-8000-000000000000';
const program = ({ e }: World) => ({ Authorization: `Bearer ${e.apiKey}`, Cookie: '' });

/** Every route that takes a file, in each way in which it can refuse one. */
const failing: Record<string, Failing> = {
  'a ticket’s file of a refused type': {
    path: ({ e }) => `/api/portal/tickets/file?id=${e.openTicketId}&name=a.svg`,
    content: () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
    as: 'owner',
    statuses: [422],
  },
  'a ticket’s file that is not what its name says': {
    path: ({ e }) => `/api/portal/tickets/file?id=${e.openTicketId}&name=a.pdf`,
    content: () => png,
    as: 'owner',
    statuses: [422],
  },
  'an empty file': {
    path: ({ e }) => `/api/portal/tickets/file?id=${e.openTicketId}&name=a.txt`,
    content: () => '',
    as: 'owner',
    statuses: [400, 422],
  },
  'a file of a ticket that does not exist': {
    path: () => `/api/desk/tickets/file?id=${zeros}&name=a.txt`,
    content: () => 'text',
    statuses: [404],
  },
  'a record’s document that is no PDF': {
    path: ({ e }) => `/api/desk/records/file?list=contracts&id=${e.contractId}&name=a.pdf`,
    content: () => 'no PDF',
    statuses: [422],
  },
  'the document of a record that does not exist': {
    path: () => `/api/desk/records/file?list=contracts&id=${zeros}&name=a.pdf`,
    content: () => Buffer.concat([pdf, Buffer.from('of nothing')]),
    statuses: [404],
  },
  'a document in place of one that does not exist': {
    path: ({ e }) => `/api/desk/records/file?list=contracts&id=${e.contractId}&name=a.pdf&replaces=${zeros}`,
    content: () => Buffer.concat([pdf, Buffer.from('instead of nothing')]),
    statuses: [404, 409],
  },
  'an invoice that is none': {
    path: ({ e }) => `/api/desk/imports/apply-document?name=a.xml&customerId=${e.customerId}&hash=${'h'.repeat(43)}`,
    content: () => '<Invoice/>',
    method: 'POST',
    statuses: [400],
  },
  'an invoice whose plan has changed': {
    path: ({ e }) => `/api/desk/imports/apply-document?name=a.xml&customerId=${e.customerId}&hash=${'h'.repeat(43)}`,
    content: ({ e }) => documentOf(e.customerId),
    method: 'POST',
    before: ({ database, e }) => execute(database, sql`DELETE FROM record_files WHERE invoice_id = ${e.invoiceId}`),
    statuses: [409],
  },
  'a program’s invoice of nobody': {
    path: ({ e }) => `/api/v1/documents/${encodeURIComponent(e.recordNumber)}`,
    content: ({ e }) => documentOf(e.customerId),
    headers: program,
    before: ({ database, e }) => execute(database, sql`UPDATE customers SET siren = NULL WHERE id = ${e.customerId}`),
    statuses: [400],
  },
  'a program’s file that is no invoice': {
    path: ({ e }) => `/api/v1/documents/${encodeURIComponent(e.recordNumber)}`,
    content: () => pdf,
    headers: program,
    statuses: [400],
  },
  'a mail to nobody': {
    path: () => '/api/mail/inbound?sender=a@x.example&recipient=nobody@elsewhere.example',
    content: () => 'From: a@x.example\n\nHello, nobody',
    method: 'POST',
    headers: () => ({ Authorization: `Bearer ${mailKey}`, 'Content-Type': 'message/rfc822' }),
    statuses: [404, 422],
  },
  'a mail without the key': {
    path: () => '/api/mail/inbound?sender=a@x.example&recipient=support@x.example',
    content: () => 'From: a@x.example\n\nHello, without a key',
    method: 'POST',
    headers: () => ({ Authorization: 'Bearer another', 'Content-Type': 'message/rfc822' }),
    statuses: [401],
  },
};

const accepted: Failing = {
  path: ({ e }) => `/api/portal/tickets/file?id=${e.openTicketId}&name=a.txt`,
  content: () => 'text',
  as: 'owner',
  statuses: [201],
};

const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-nothing-left-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const stored = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();

describeApi(async ({ database, authFlows }) => {
  const api = await openApi(database, {
    ...fileSettings,
    dataDir,
    readLimit: 0,
    ticketLimit: 0,
    mailInKey: mailKey,
    mailInDomain: 'x.example',
    mailInAddresses: ['support'],
  });

  const attempt = async (one: Failing) => {
    const staff = await makeStaff(database);
    const { cookie, existing } = await makeFuzzed(database, staff.userId);
    const owner = browser(api, { cookie });
    const world = { database, api, authFlows, e: existing, owner, staff: browser(api, { cookie: staff.cookie }) };
    await one.before?.(world);
    const rows = async () =>
      (
        await execute(
          database,
          sql`SELECT 'a' AS kind, id FROM attachments UNION ALL SELECT 'r', id FROM record_files UNION ALL SELECT 'm', id FROM inbound_mails
            UNION ALL SELECT 'u', id FROM upload_reservations ORDER BY 1, 2`,
        )
      ).rows;
    const [before, rowsBefore] = [stored(), await rows()];
    const response = await api.request(one.path(world), {
      method: one.method ?? 'PUT',
      headers: {
        Host: 'portal.test',
        Origin: siteUrl,
        Cookie: one.as === 'owner' ? cookie : staff.cookie,
        'Content-Type': 'application/octet-stream',
        ...one.headers?.(world),
      },
      body: new Uint8Array(Buffer.from(one.content(world))),
    });
    expect(one.statuses, await response.text()).toContain(response.status);
    return { before: [before, rowsBefore], after: [stored(), await rows()] };
  };

  test.each(Object.entries(failing))('%s leaves no file and no row of one', async (_name, one) => {
    const { before, after } = await attempt(one);
    expect(after).toEqual(before);
  });

  test('a file that is accepted has both', async () => {
    const { before, after } = await attempt(accepted);
    expect(after.map((list) => list.length)).toEqual(before.map((list) => list.length + 1));
  });
});

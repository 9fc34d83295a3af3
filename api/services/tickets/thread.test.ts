import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import type { ThreadItem } from '#contract/conversation.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0 } }, ({ database, api, customer }) => {
  const { portal, makeTicket } = setUpDesk(database, api);
  const visitor = portal(customer);

  test('a conversation is read in pages from the newest, and what came after a version', async () => {
    const { id } = await makeTicket(customer.id, { version: 130 });
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source)
        SELECT ${id}::uuid, ${customer.id}::uuid, n, 'customer', 'Message ' || n, 'portal' FROM generate_series(2, 130) AS n`),
    );
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await visitor.get(
        `/api/portal/tickets/thread?id=${id}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.unshift(...body.items.map(({ position }: ThreadItem) => position));
      sizes.push(body.items.length);
      cursor = body.olderCursor;
    }
    expect(sizes).toEqual([50, 50, 29]);
    expect(seen).toEqual(Array.from({ length: 129 }, (_, at) => at + 2));
    const newer = await visitor.get(`/api/portal/tickets/thread?id=${id}&after=127`);
    expect(newer.body).toMatchObject({ hasNewer: false, olderCursor: null });
    expect(newer.body.items.map(({ position }: ThreadItem) => position)).toEqual([128, 129, 130]);
    expect((await visitor.get(`/api/portal/tickets/thread?id=${id}&after=1`)).body).toMatchObject({ hasNewer: true });
    for (const bad of ['cursor=x', 'after=x', 'after=-1', 'cursor='])
      expect((await visitor.get(`/api/portal/tickets/thread?id=${id}&${bad}`)).status).toBe(400);
  });
});

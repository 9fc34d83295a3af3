import type { ClientBase } from 'pg';
import { idempotencyKeyReused } from '#api/lib/errors.ts';
import { hasFiles } from './attachments.ts';

export interface Replay {
  id: string;
  ticketId: string;
}

interface Repeatable {
  key: string | undefined;
  body: string;
  ticketIds: readonly string[];
  fileIds: readonly string[];
}

/** The message or note that the caller has written with this key before. */
export async function findReplay(
  client: ClientBase,
  table: 'ticket_messages' | 'ticket_notes',
  { key, body, ticketIds, fileIds }: Repeatable,
): Promise<Replay | undefined> {
  if (key === undefined) return undefined;
  const { rows } = await client.query<{ id: string; ticket_id: string; body: string }>(
    `SELECT id, ticket_id, body FROM ${table}
    WHERE author_id = coalesce(app_staff_id(), app_user_id()) AND idempotency_key = $1`,
    [key],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const isSame = found.body === body && ticketIds.includes(found.ticket_id);
  const of = table === 'ticket_messages' ? { messageId: found.id } : { noteId: found.id };
  if (!isSame || !(await hasFiles(client, of, fileIds))) throw idempotencyKeyReused;
  return { id: found.id, ticketId: found.ticket_id };
}

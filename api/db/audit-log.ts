import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Orm } from './transaction-context.ts';
import type { AuditEvent, AuditEventName, Trace } from './audit-log.ts';
import { networkOf } from '#api/lib/network.ts';

/** In the transaction of what it tells of, if there is one: both are kept, or neither. */
export async function recordEvent(
  orm: Pick<Orm, 'execute'>,
  { event, actor, outcome = 'done', userId, customer, entity, times = 1, details = {} }: AuditEvent,
  trace?: Trace,
): Promise<void> {
  const network = trace === undefined ? null : networkOf(trace.address);
  await orm.execute(sql`
    INSERT INTO audit_events (actor, event, outcome, user_id, customer, entity, times, request_id, network, details)
    VALUES (${actor}, ${event}, ${outcome}, ${userId ?? null}::uuid, ${customer ?? null}::uuid, ${entity ?? null}, ${times},
      ${trace?.requestId ?? null}, ${network}, ${JSON.stringify(details)}::jsonb)`);
}

export type OperatorEvent = Pick<AuditEvent, 'userId' | 'customer' | 'entity' | 'details'> & { event: AuditEventName };

/** What the command line did. To be called inside the operator's transaction. */
export async function recordByOperator(
  client: Pick<ClientBase, 'query'>,
  { event, userId, customer, entity, details = {} }: OperatorEvent,
): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (actor, event, user_id, customer, entity, details) VALUES ('operator', $1, $2, $3, $4, $5)`,
    [event, userId ?? null, customer ?? null, entity ?? null, JSON.stringify(details)],
  );
}

import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { findCustomer } from '#api/services/customers/operator-customers.ts';
import { program } from '#api/lib/program.ts';

export interface AuditRow {
  happened_at: string;
  actor: string;
  event: string;
  outcome: string;
  user_id: string | null;
  email: string | null;
  customer_id: string | null;
  customer: string | null;
  entity: string | null;
  times: number;
  network: string | null;
  request_id: string | null;
  details: Record<string, string | number>;
}

export interface AuditQuery {
  user?: string | undefined;
  customer?: string | undefined;
  /** A full name, or the part before the dot. */
  event?: string | undefined;
  since?: Date | undefined;
  limit: number;
}

const isId = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Newest first. Includes email address and name where user and customer still exist. */
export async function listAuditEvents(client: ClientBase, query: AuditQuery): Promise<AuditRow[]> {
  const { event, since, limit } = query;
  const user = query.user === undefined ? null : await userId(client, query.user);
  const customer = query.customer === undefined ? null : await customerId(client, query.customer);
  const { rows } = await client.query<AuditRow>(
    `SELECT happened_at::text, actor, event, outcome, user_id, users.email, customer AS customer_id, customers.name AS customer,
      entity, times, network, request_id, details
    FROM audit_events LEFT JOIN users ON users.id = user_id LEFT JOIN customers ON customers.id = customer
    WHERE ($1::uuid IS NULL OR user_id = $1) AND ($2::uuid IS NULL OR customer = $2)
      AND ($3::text IS NULL OR event = $3 OR starts_with(event, $3 || '.'))
      AND ($4::timestamptz IS NULL OR happened_at >= $4)
    ORDER BY happened_at DESC, audit_events.id LIMIT $5`,
    [user, customer, event, since, limit],
  );
  return rows;
}

// An id also finds events of an erased user.
async function userId(client: ClientBase, wanted: string): Promise<string> {
  if (isId(wanted)) return wanted;
  const { rows } = await client.query<{ id: string }>('SELECT id FROM users WHERE email = lower($1)', [wanted.trim()]);
  if (rows[0] === undefined) throw new OperatorError(`There is no user ${wanted}: see ${program} users list.`);
  return rows[0].id;
}

const customerId = async (client: ClientBase, wanted: string) =>
  isId(wanted) ? wanted : (await findCustomer(client, wanted)).id;

import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { Figures } from '#contract/conversation.ts';
import { figureMonths, officeTimeZone } from '#contract/ticket-states.ts';
import { columns, integer, nullable, text } from '#api/db/columns.ts';

// Every SLA target ends with one event: `responded` and kept, or `response_missed`, when it was overdue or answered too late.
const local = `(now() AT TIME ZONE '${officeTimeZone}')`;
const firstMonth = `date_trunc('month', ${local}) - interval '${figureMonths - 1} months'`;

const month = columns({
  month: text(`to_char(month, 'YYYY-MM')`),
  kept: integer('coalesce(kept, 0)'),
  missed: integer('coalesce(missed, 0)'),
  medianMinutes: nullable(integer('median')),
  averageMinutes: nullable(integer('average')),
});

/** For one customer, or for all that the policies show. */
export const figuresStatement = (customerId: string | null): Statement => ({
  name: `support-figures-${customerId === null ? 'all' : 'customer'}`,
  text: `SELECT ${month.sql}
    FROM generate_series(${firstMonth}, date_trunc('month', ${local}), interval '1 month') AS month
    LEFT JOIN (SELECT date_trunc('month', created_at AT TIME ZONE '${officeTimeZone}') AS month,
        count(*) FILTER (WHERE kind = 'responded' AND (payload->>'isKept')::boolean)::integer AS kept,
        count(*) FILTER (WHERE kind = 'response_missed')::integer AS missed,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY (payload->>'minutes')::integer)
          FILTER (WHERE kind = 'responded'))::integer AS median,
        round(avg((payload->>'minutes')::integer) FILTER (WHERE kind = 'responded'))::integer AS average
      FROM ticket_events WHERE kind IN ('responded', 'response_missed')
        AND created_at >= (${firstMonth}) AT TIME ZONE '${officeTimeZone}'${customerId === null ? '' : ' AND customer_id = $1'}
      GROUP BY 1) AS outcomes USING (month)
    ORDER BY month`,
  ...(customerId !== null && { values: [customerId] }),
});

export const toFigures = (rows: Row[] | undefined): Figures => ({
  months: month.all(rows).map((one) => ({ ...one, promised: one.kept + one.missed })),
});

/** How the customer's first responses met their SLA targets; for those who see all of its tickets. */
export async function getFigures(database: Database, caller: Caller): Promise<Figures> {
  const access = { mode: 'read', needs: 'technical' } as const;
  const [rows] = await runAsSession(database, caller, access, figuresStatement(null));
  return toFigures(rows);
}

import { columns, integer, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { LeadFigures } from '../contract/desk-leads.ts';
import { leadForms } from '#contract/leads.ts';
import { dashboardPermissions } from '#contract/staff.ts';
import { figureMonths, officeTimeZone } from '#contract/ticket-states.ts';

const counts = {
  received: integer('count(received_at)::integer'),
  inTime: integer('count(*) FILTER (WHERE is_in_time)::integer'),
  late: integer('count(*) FILTER (WHERE is_late)::integer'),
};
const month = columns({
  month: text(`to_char(start, 'YYYY-MM')`),
  ...counts,
  converted: integer('count(*) FILTER (WHERE is_converted)::integer'),
});
const form = columns({ form: oneOf('form', leadForms), ...counts });
const page = columns({ page: text('page'), ...counts });

/** This month in the office, or the one that is asked for. */
const last = `coalesce(($1 || '-01')::timestamp, date_trunc('month', now() AT TIME ZONE '${officeTimeZone}'))`;
const startOf = (local: string) => `(${local}) AT TIME ZONE '${officeTimeZone}'`;
const ofLast = `lead_counts(${startOf(last)}, ${startOf(`${last} + interval '1 month'`)})`;
const maxPages = 20;

/** Leads by month, form and page. Only counts. */
export async function getLeadFigures(
  database: Database,
  caller: Caller,
  { month: wanted }: { month?: string | undefined },
): Promise<LeadFigures> {
  const values = [wanted ?? null];
  const [months, forms, pages] = await runAsStaff(
    database,
    caller,
    { needs: dashboardPermissions },
    {
      name: 'lead-months',
      text: `SELECT ${month.sql} FROM generate_series(${last} - interval '${figureMonths - 1} months', ${last}, interval '1 month') AS start
        LEFT JOIN lead_counts(${startOf(`${last} - interval '${figureMonths - 1} months'`)}, ${startOf(`${last} + interval '1 month'`)})
          ON date_trunc('month', received_at AT TIME ZONE '${officeTimeZone}') = start GROUP BY start ORDER BY start`,
      values,
    },
    {
      name: 'lead-forms',
      text: `SELECT ${form.sql} FROM ${ofLast} GROUP BY form ORDER BY count(*) DESC, form`,
      values,
    },
    {
      name: 'lead-pages',
      text: `SELECT ${page.sql} FROM ${ofLast} GROUP BY page ORDER BY count(*) DESC, page LIMIT ${maxPages}`,
      values,
    },
  );
  const all = month.all(months);
  return {
    hasLeads: all.some(({ received }) => received > 0),
    months: all,
    forms: form.all(forms),
    pages: page.all(pages),
  };
}

import type { Database } from '#api/db/connect.ts';
import { columns, integer, nullable, text } from '#api/db/columns.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Dashboard, DashboardQuery, Receivables } from '#contract/dashboard.ts';
import { dashboardPermissions, receivablesPermissions } from '#contract/staff.ts';
import { figureMonths, officeTimeZone } from '#contract/ticket-states.ts';

const month = columns({
  month: text('month'),
  opened: integer('opened'),
  resolved: integer('resolved'),
  backlog: integer('backlog'),
  kept: integer('kept'),
  missed: integer('missed'),
  responseAverage: nullable(integer('response_average')),
  resolutionAverage: nullable(integer('resolution_average')),
  resolutionMedian: nullable(integer('resolution_median')),
  resolutionKept: integer('resolution_kept'),
  resolutionMissed: integer('resolution_missed'),
  reopened: integer('reopened'),
  good: integer('good'),
  okay: integer('okay'),
  bad: integer('bad'),
});
const hour = columns({ weekday: integer('weekday'), hour: integer('hour'), opened: integer('opened') });
const person = columns({
  userId: nullable(text('user_id')),
  name: nullable(text('name')),
  open: integer('open'),
  resolved: integer('resolved'),
});

const named = columns({ name: text('name') });

/** This month in the office, or the one that is asked for. */
const lastMonth = `coalesce(($1 || '-01')::date, date_trunc('month', now() AT TIME ZONE '${officeTimeZone}')::date)`;

/** The support of all customers or one, by month. Only counts: no customer's data is read. */
export async function getDashboard(
  database: Database,
  caller: Caller,
  { month: last, customerId }: DashboardQuery,
): Promise<Dashboard> {
  const values = [last ?? null, customerId ?? null];
  const [months, hours, people, customers] = await runAsStaff(
    database,
    caller,
    { needs: dashboardPermissions },
    {
      name: 'support-months',
      text: `SELECT ${month.sql} FROM support_months(${lastMonth}, $2, ${figureMonths}) ORDER BY month`,
      values,
    },
    {
      name: 'support-hours',
      text: `SELECT ${hour.sql} FROM support_hours(${lastMonth}, $2, ${figureMonths}) ORDER BY weekday, hour`,
      values,
    },
    {
      name: 'support-people',
      text: `SELECT ${person.sql} FROM support_people(${lastMonth}, $2) ORDER BY name NULLS LAST, user_id`,
      values,
    },
    {
      name: 'dashboard-customer',
      text: `SELECT ${named.sql} FROM customers WHERE id = $1`,
      values: [customerId ?? null],
    },
  );
  return {
    customerName: named.first(customers)?.name ?? null,
    months: month.all(months),
    hours: hour.all(hours),
    people: person.all(people),
  };
}

const ages = {
  current: 'due_date IS NULL OR due_date >= today',
  upTo30: 'due_date BETWEEN today - 30 AND today - 1',
  upTo60: 'due_date BETWEEN today - 60 AND today - 31',
  upTo90: 'due_date BETWEEN today - 90 AND today - 61',
  over90: 'due_date < today - 90',
  total: 'true',
};
type Age = keyof typeof ages;
const sums = Object.fromEntries(
  Object.entries(ages).map(([age, when]) => [age, text(`coalesce(sum(amount) FILTER (WHERE ${when}), 0)::text`)]),
) as Record<Age, ReturnType<typeof text>>;
const owing = columns({ customerId: text('customer_id'), customerName: text('max(customers.name)'), ...sums });
const owed = columns(sums);
const unpaid = `(SELECT customer_id, amount - settled AS amount, due_date, (now() AT TIME ZONE '${officeTimeZone}')::date AS today
  FROM invoices WHERE is_unpaid) AS unpaid`;

/** What customers have to pay, by how long ago it was due. */
export async function getReceivables(database: Database, caller: Caller): Promise<Receivables> {
  const [customers, total] = await runAsStaff(
    database,
    caller,
    { needs: receivablesPermissions },
    {
      name: 'receivables',
      text: `SELECT ${owing.sql} FROM ${unpaid} JOIN customers ON customers.id = customer_id
        GROUP BY customer_id ORDER BY sum(amount) DESC, customer_id`,
    },
    { name: 'receivables-total', text: `SELECT ${owed.sql} FROM ${unpaid}` },
  );
  return { customers: owing.all(customers), total: owed.read(total?.[0] ?? []) };
}

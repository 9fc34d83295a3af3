import type { ClientBase } from 'pg';
import { z } from 'zod';
import { ormOn } from '#api/db/transaction-context.ts';
import { reminderValues } from '#api/jobs/job-data.ts';
import type { Connection } from '#api/jobs/queue.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import { company } from '#api/lib/company.ts';
import type { Log } from '#api/lib/log.ts';
import type { PrepareMail } from '#api/mail/delivery.ts';
import { isolateArabic } from '#api/mail/isolate.ts';
import { type Locale, siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { reminderArabic } from './mails/reminder-arabic.ts';
import { type ReminderCopy, reminderEnglish } from './mails/reminder-english.ts';
import { reminderFrench } from './mails/reminder-french.ts';
import { readActiveBankAccount } from '#modules/bank/server/bank-accounts.ts';
import { addMinutes, nextMorning } from '#api/services/tickets/office-hours.ts';
import { add } from '#contract/decimal.ts';
import { formatMoney } from '#contract/money.ts';
import { digestHour } from '#contract/notifications.ts';
import type { ReminderSettings } from './reminder-settings.ts';

const batchSize = 200;

/** Once a day, in office hours. Without INVOICE_REMINDERS there is no such job. */
export const reminderHandlers = ({ hasReminders, reminderDays }: ReminderSettings, log: Log): JobHandlers =>
  hasReminders
    ? {
        'reminder-check': {
          recurring: { firstAfterSeconds: 60 },
          maxRetrySeconds: 60 * 60,
          transact: (client, _job, now) => remind(client, reminderDays, now, log),
        },
      }
    : {};

async function remind(client: ClientBase, days: number[], now: Date, log: Log): Promise<Outcome> {
  const opens = addMinutes('office', now, 0);
  if (opens.getTime() > now.getTime()) return { notBefore: opens };
  const { rows } = await client.query<{ userId: string; recipient: string; reminders: string[] }>(
    `SELECT user_id AS "userId", email AS recipient, reminders
    FROM claim_reminders(($1::timestamptz AT TIME ZONE 'Europe/Paris')::date, $2, $3)`,
    [now, days, batchSize],
  );
  for (const { userId, recipient, reminders } of rows)
    await enqueueMail(ormOn(client), { template: 'invoice-reminder', recipient, userId, data: { reminders } });
  if (rows.length > 0) log.info({ recipients: rows.length }, 'reminders of invoices enqueued');
  return { notBefore: rows.length === batchSize ? now : nextMorning(now, digestHour) };
}

const takenSchema = z.object({
  email: z.string(),
  items: z.array(
    z.object({
      customerId: z.string(),
      customerName: z.string(),
      number: z.string().nullable(),
      dueDate: z.string(),
      remaining: z.string(),
      currency: z.string().nullable(),
    }),
  ),
});

const copies: Record<Locale, ReminderCopy> = { en: reminderEnglish, fr: reminderFrench, ar: reminderArabic };

interface PrepareDeps {
  /** Undefined until the database has opened. */
  database: () => { pool: Connection } | undefined;
  siteUrl: string;
  currency: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const parisDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' });
/** How many days ago a day was, by the office's calendar. */
const daysSince = (day: string, now: Date) => (Date.parse(parisDay.format(now)) - Date.parse(day)) / dayMs;

/** What is still owed when the mail is sent; nothing is sent if that is nothing. */
export function prepareReminders({ database, siteUrl, currency }: PrepareDeps): Record<string, PrepareMail> {
  const links = siteLinks(siteUrl);
  return {
    'invoice-reminder': async ({ userId, data }) => {
      const pool = database()?.pool;
      if (pool === undefined) throw new Error('The database is not open.');
      const { reminders } = reminderValues.parse(data.values);
      const { rows } = await pool.query<{ taken: unknown }>('SELECT take_reminders($1, $2) AS taken', [
        userId,
        reminders,
      ]);
      const taken = takenSchema.nullable().parse(rows[0]?.taken ?? null);
      if (taken === null) return undefined;
      const now = new Date();
      const { locale } = data;
      const copy = copies[locale];
      const several = new Set(taken.items.map(({ customerId }) => customerId)).size > 1;
      const money = (amount: string, of: string | null) => formatMoney(amount, of ?? currency, copy.formats);
      const items = taken.items.map((item) => ({
        number: item.number,
        customer: several ? isolateArabic(item.customerName) : undefined,
        amount: money(item.remaining, item.currency),
        due: item.dueDate,
        days: daysSince(item.dueDate, now),
        link: links.invoice(item.number, item.customerId),
      }));
      const [one = null, ...others] = new Set(taken.items.map((item) => item.currency ?? currency));
      const total = others.length === 0 ? money(add(...taken.items.map(({ remaining }) => remaining)), one) : undefined;
      const account = await readActiveBankAccount(pool);
      const isOverdue = items.some(({ days }) => days > 0);
      const content = copy.content({
        items,
        total,
        isOverdue,
        fingerprint: account?.fingerprint,
        verifyLink: links.verify,
        invoicesLink: `${links.portal}/invoices`,
        settingsLink: links.notifications,
        company: company.name,
      });
      return { recipient: taken.email, locale, content };
    },
  };
}

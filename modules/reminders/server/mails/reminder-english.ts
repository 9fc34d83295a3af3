import type { MailContent, MailRow } from '#api/mail/mail.ts';

export interface ReminderItem {
  number: string | null;
  /** If the reader pays for several companies. */
  customer: string | undefined;
  amount: string;
  /** A day. */
  due: string;
  /** Since the due date; negative before it. */
  days: number;
  link: string;
}

interface ReminderMailData {
  items: ReminderItem[];
  /** What remains in all, unless it is owed in several currencies. */
  total: string | undefined;
  isOverdue: boolean;
  /** The active account's, if there is one. */
  fingerprint: string | undefined;
  verifyLink: string;
  invoicesLink: string;
  settingsLink: string;
  company: string;
}

export interface ReminderCopy {
  /** The locale of amounts. */
  formats: string;
  content: (data: ReminderMailData) => MailContent;
}

/** The largest line: what remains, and when it is due, or how many invoices it is. */
export const factOf = (
  { items: [first, ...others], total }: Pick<ReminderMailData, 'items' | 'total'>,
  note: { one: (due: string, days: number) => string; several: (count: number) => string },
) =>
  first === undefined || total === undefined
    ? undefined
    : { value: total, note: others.length === 0 ? note.one(first.due, first.days) : note.several(others.length + 1) };

/** The button opens the only invoice, or the list. */
export const linkOf = (items: readonly ReminderItem[], invoicesLink: string) =>
  (items.length === 1 && items[0]?.link) || invoicesLink;

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (day: string) => dates.format(new Date(day));

function dueIn(due: string, days: number): string {
  if (days === 0) return `due today, ${dayOf(due)}`;
  const count = Math.abs(days) === 1 ? '1\u00a0day' : `${Math.abs(days)}\u00a0days`;
  return days < 0 ? `due on ${dayOf(due)}, in ${count}` : `due on ${dayOf(due)}, ${count} overdue`;
}

const nameOf = (number: string | null) => (number === null ? 'Invoice without a number' : `Invoice ${number}`);

const row = ({ number, customer, amount, due, days, link }: ReminderItem): MailRow => ({
  label: nameOf(number),
  note: `${customer === undefined ? '' : `${customer}, `}${dueIn(due, days)}`,
  amount,
  isLate: days > 0,
  link,
});

const note = {
  one: (due: string, days: number) => `remaining, ${dueIn(due, days)}`,
  several: (count: number) => `remaining on ${count} invoices`,
};

export const reminderEnglish: ReminderCopy = {
  formats: 'en-US',
  content: ({ items, total, isOverdue, fingerprint, verifyLink, invoicesLink, settingsLink, company }) => {
    const title = isOverdue
      ? items.length === 1
        ? 'An invoice is overdue'
        : 'Invoices are overdue or due soon'
      : items.length === 1
        ? 'An invoice is due soon'
        : 'Invoices are due soon';
    return {
      subject: `${title} – ${company}`,
      preview: items[0] ? `${items[0].amount}, ${note.one(items[0].due, items[0].days)}` : title,
      title,
      // What a row would repeat.
      ...(items.length === 1 && items[0] && { about: nameOf(items[0].number) }),
      fact: factOf({ items, total }, note),
      paragraphs: [],
      rows: items.length === 1 ? [] : items.map(row),
      button: {
        label: items.length === 1 ? 'Open the invoice' : 'Open the invoices',
        link: linkOf(items, invoicesLink),
      },
      after: [
        ...(fingerprint === undefined
          ? []
          : [
              `Please pay to the account that the portal shows. Its fingerprint is: ${fingerprint}. We never ask by mail to pay to another account. Check an account number: ${verifyLink}`,
            ]),
        'If you have just paid, or if you dispute an invoice, there is nothing to do but to tell us: we then send no more reminders of it.',
        `Turn these reminders off: ${settingsLink}`,
      ],
      fine: isOverdue
        ? [
            'For late payment, French law (article L. 441-10 of the Code de commerce) provides for interest from the day after the due date, at the rate stated on the invoice or, failing that, the refinancing rate of the European Central Bank plus 10 percentage points, and for a fixed recovery indemnity of €40 per invoice.',
          ]
        : [],
    };
  },
};

import type { MailContent } from '#api/mail/mail.ts';

export interface ReminderItem {
  number: string | null;
  /** If the reader pays for several companies. */
  customer: string | undefined;
  amount: string;
  /** A day. */
  due: string;
  /** Since the due date; negative before it. */
  days: number;
}

interface ReminderMailData {
  items: (ReminderItem & { link: string })[];
  /** What remains in all, unless it is owed in several currencies. */
  total: string | undefined;
  isOverdue: boolean;
  /** The active account's, if there is one. */
  fingerprint: string | undefined;
  verifyLink: string;
  portalLink: string;
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

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (day: string) => dates.format(new Date(day));

function dueIn(due: string, days: number): string {
  if (days === 0) return `due today, ${dayOf(due)}`;
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days < 0 ? `due on ${dayOf(due)}, in ${count}` : `due on ${dayOf(due)}, ${count} overdue`;
}

const line = ({ number, customer, amount, due, days }: ReminderItem) =>
  `${number === null ? 'Invoice' : `Invoice ${number}`}${customer === undefined ? '' : ` of ${customer}`}: ${amount} remaining, ${dueIn(due, days)}.`;

const note = { one: dueIn, several: (count: number) => `remaining on ${count} invoices` };

export const reminderEnglish: ReminderCopy = {
  formats: 'en-US',
  content: ({ items, total, isOverdue, fingerprint, verifyLink, portalLink, settingsLink, company }) => {
    const title = isOverdue
      ? items.length === 1
        ? 'An invoice is overdue'
        : 'Invoices are overdue or due soon'
      : items.length === 1
        ? 'An invoice is due soon'
        : 'Invoices are due soon';
    return {
      subject: `${title} – ${company}`,
      preview: items[0] ? line(items[0]) : title,
      title,
      fact: factOf({ items, total }, note),
      paragraphs: [
        ...items.map((item) => `${line(item)} ${item.link}`),
        ...(isOverdue
          ? [
              'For late payment, French law (article L. 441-10 of the Code de commerce) provides for interest from the day after the due date, at the rate stated on the invoice or, failing that, the refinancing rate of the European Central Bank plus 10 percentage points, and for a fixed recovery indemnity of €40 per invoice.',
            ]
          : []),
      ],
      button: { label: items.length === 1 ? 'Open the invoice' : 'Open the invoices', link: portalLink },
      after: [
        ...(fingerprint === undefined
          ? []
          : [
              `Please pay to the account that the portal shows. Its fingerprint is: ${fingerprint}. We never ask by mail to pay to another account; check a number here: ${verifyLink}`,
            ]),
        'If you have just paid, or if you dispute an invoice, there is nothing to do but to tell us: we then send no more reminders of it.',
        `You can turn these reminders off: ${settingsLink}`,
      ],
    };
  },
};

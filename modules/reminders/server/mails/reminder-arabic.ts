import { isolate } from '#api/mail/isolate.ts';
import type { MailRow } from '#api/mail/mail.ts';
import { arabicCount, arabicDay, arabicDays } from '#api/mail/templates/arabic-dates.ts';
import { factOf, linkOf, type ReminderCopy, type ReminderItem } from './reminder-english.ts';

function dueIn(due: string, days: number): string {
  const day = arabicDay(due);
  if (days === 0) return `تستحق الدفع اليوم، ${day}`;
  return days < 0
    ? `تستحق الدفع في ${day}، أي بعد ${arabicDays(-days)}`
    : `كانت تستحق الدفع في ${day}، بتأخير ${arabicDays(days)}`;
}

function titleOf(isOverdue: boolean, isOne: boolean): string {
  if (isOverdue) return isOne ? 'فاتورة متأخرة السداد' : 'فواتير متأخرة السداد أو قريبة الاستحقاق';
  return isOne ? 'فاتورة قريبة الاستحقاق' : 'فواتير قريبة الاستحقاق';
}

const nameOf = (number: string | null) => (number === null ? 'فاتورة دون رقم' : `الفاتورة ${isolate(number)}`);

const row = ({ number, customer, amount, due, days, link }: ReminderItem): MailRow => ({
  label: nameOf(number),
  note: `${customer === undefined ? '' : `${isolate(customer)}، `}${dueIn(due, days)}`,
  amount: isolate(amount),
  isLate: days > 0,
  link,
});

const note = {
  one: (due: string, days: number) => `المبلغ المتبقي، ${dueIn(due, days)}`,
  several: (count: number) =>
    `المبلغ المتبقي من ${arabicCount(count, {
      one: 'فاتورة واحدة',
      two: 'فاتورتين',
      few: (invoices) => `${invoices} فواتير`,
      many: (invoices) => `${invoices} فاتورة`,
      other: (invoices) => `${invoices} فاتورة`,
    })}`,
};

export const reminderArabic: ReminderCopy = {
  formats: 'ar-TN',
  content: ({ items, total, isOverdue, fingerprint, verifyLink, invoicesLink, settingsLink, company }) => {
    const isOne = items.length === 1;
    const title = titleOf(isOverdue, isOne);
    return {
      subject: `${title} – ${company}`,
      preview: items[0] ? `${isolate(items[0].amount)}، ${note.one(items[0].due, items[0].days)}` : title,
      title,
      // What a row would repeat.
      ...(items.length === 1 && items[0] && { about: nameOf(items[0].number) }),
      fact: factOf({ items, total }, note),
      paragraphs: [],
      rows: isOne ? [] : items.map(row),
      button: { label: isOne ? 'فتح الفاتورة' : 'فتح الفواتير', link: linkOf(items, invoicesLink) },
      after: [
        ...(fingerprint === undefined
          ? []
          : [
              `يرجى الدفع إلى الحساب المعروض في فضاء العملاء. بصمته هي: ${isolate(fingerprint)}. لا نطلب أبدا عبر البريد الإلكتروني الدفع إلى حساب آخر. التحقق من رقم حساب: ${verifyLink}`,
            ]),
        'إذا دفعتم للتو، أو كنتم تعترضون على فاتورة، فيكفي إعلامنا بذلك: لن نرسل بعدها أي تذكير بشأنها.',
        `إيقاف رسائل التذكير هذه: ${settingsLink}`,
      ],
      fine: isOverdue
        ? [
            'في حالة التأخر في الدفع، ينص القانون الفرنسي (المادة L. 441-10 من القانون التجاري) على فوائد تأخير ابتداء من اليوم الموالي لتاريخ الاستحقاق، بالنسبة المذكورة في الفاتورة أو، عند عدم ذكرها، بنسبة إعادة التمويل للبنك المركزي الأوروبي مضافا إليها 10 نقاط مئوية، وعلى تعويض جزافي عن مصاريف التحصيل قدره 40 يورو عن كل فاتورة.',
          ]
        : [],
    };
  },
};

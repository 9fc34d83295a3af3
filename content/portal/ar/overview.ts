import { plural } from '../../plural.ts';
import type { OverviewCopy } from '../en/overview.ts';
import { loadState } from './phrases.ts';

const chart = (months: string) => `المبالغ المفوترة والمدفوعة في كل شهر خلال ${months}. ترد الأرقام في الجدول أدناه.`;
const none = (months: string) => `لا توجد مبالغ مفوترة أو مدفوعة خلال ${months}.`;

export const overview: OverviewCopy = {
  account: {
    title: 'معلومات الحساب',
    name: 'اسم الشركة',
    contact: 'جهة الاتصال',
    email: 'البريد الإلكتروني',
    phone: 'الهاتف',
    status: 'حالة الحساب',
    risks: { low: 'مخاطر منخفضة', medium: 'مخاطر متوسطة', high: 'مخاطر عالية' },
    otherRisk: (risk) => `مستوى المخاطر: ${risk}`,
    balance: 'الرصيد المستحق',
    late: (amount, invoices) => `${amount} متأخرة السداد، ${invoices}`,
    lateInvoices: plural({
      zero: () => 'لا فواتير',
      one: () => 'فاتورة واحدة',
      two: () => 'فاتورتان',
      few: (count) => `${count} فواتير`,
      many: (count) => `${count} فاتورة`,
      other: (count) => `${count} فاتورة`,
    }),
    /** The overview lists only some of them. */
    lateAtLeast: (count) => `${count} فواتير متأخرة أو أكثر`,
    loading: loadState('معلومات الحساب').loading,
    failed: loadState('حسابكم').failed,
  },
  tiles: {
    label: 'ملفاتكم',
    invoices: 'الفواتير',
    contracts: 'العقود',
    payments: 'المدفوعات',
    licenses: 'الرخص',
    openTickets: 'التذاكر المفتوحة',
    failed: loadState('هذه الأعداد').failed,
  },
  title: 'لمحة سريعة',
  due: {
    title: 'الاستحقاقات القادمة',
    ...loadState('الاستحقاقات القادمة'),
    /** After what remains of it. */
    of: (amount) => `من أصل ${amount}`,
    seeAll: 'عرض الكل',
    seeCount: (count) => `عرض الكل (${count})`,
    unpaidInvoices: 'الفواتير غير المدفوعة',
    endingContracts: 'العقود التي تنتهي خلال 90 يوما',
    endingLicenses: 'الرخص التي تنتهي خلال 90 يوما',
    waitingTickets: 'التذاكر التي تنتظر ردكم',
    nothing: (checked) => `لا شيء مستحق: ${checked.join('، و')}.`,
    noInvoice: 'لا توجد فواتير غير مدفوعة',
    noEnd: 'لا شيء ينتهي خلال 90 يوما',
    noTicket: 'لا توجد تذاكر تنتظر ردكم',
  },
  months: {
    title: 'المبالغ المفوترة والمدفوعة حسب الشهر',
    invoiced: 'المبالغ المفوترة',
    paid: 'المبالغ المدفوعة',
    month: 'الشهر',
    chart: plural({
      zero: () => chart('هذه الفترة'),
      one: () => chart('الشهر الأخير'),
      two: () => chart('الشهرين الأخيرين'),
      few: (count) => chart(`آخر ${count} أشهر`),
      many: (count) => chart(`آخر ${count} شهرا`),
      other: (count) => chart(`آخر ${count} شهر`),
    }),
    none: plural({
      zero: () => none('هذه الفترة'),
      one: () => none('الشهر الأخير'),
      two: () => none('الشهرين الأخيرين'),
      few: (count) => none(`آخر ${count} أشهر`),
      many: (count) => none(`آخر ${count} شهرا`),
      other: (count) => none(`آخر ${count} شهر`),
    }),
    brick: (amount) => `كل لبنة: ${amount}`,
    show: 'عرض الأرقام',
    hide: 'إخفاء الأرقام',
    caption: 'المبالغ المفوترة والمدفوعة حسب الشهر',
  },
};

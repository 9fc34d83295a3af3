import type { ShellCopy } from '../en/shell.ts';
import { loadState } from './phrases.ts';

/** Around the screens, and in place of them. */
export const shell: ShellCopy = {
  title: 'فضاء العملاء',
  tagline: 'الاطلاع على فواتيركم وعقودكم ورخصكم وتذاكر الدعم',
  noScript: (phone, email) =>
    `يحتاج فضاء العملاء إلى JavaScript. بدونه، يرجى الاتصال بنا أو مراسلتنا: ${phone}، ${email}.`,
  toasts: { region: 'الإشعارات', close: 'إغلاق' },
  home: (company) => `${company}، الصفحة الرئيسية`,
  skip: 'الانتقال إلى المحتوى',
  language: { label: 'اللغة', failed: 'تعذر تغيير اللغة' },
  nav: 'فضاء العملاء',
  tabList: 'ملفاتكم',
  tabs: {
    overview: 'نظرة عامة',
    invoices: 'الفواتير',
    contracts: 'العقود',
    payments: 'المدفوعات',
    licenses: 'الرخص',
    support: 'الدعم',
  },
  account: 'الحساب',
  security: 'الأمان',
  people: 'المستخدمون',
  welcome: (email) => ['مرحبا، ', email],
  signOut: 'تسجيل الخروج',
  signOutFailed: 'تعذر تسجيل الخروج',
  session: loadState('جلستكم'),
  ticket: loadState('التذكرة'),
  record: loadState('البيانات'),
  ticketFailed: {
    title: loadState('هذه التذكرة').failed,
    description: 'يرجى التحقق من الاتصال ثم إعادة المحاولة.',
  },
  switcher: {
    company: 'الشركة: ',
    companies: 'شركاتكم',
    switching: 'جارٍ تغيير الشركة…',
    switched: 'تم تغيير الشركة',
    shown: (name) => `أنتم تطلعون الآن على ملفات ${name}.`,
    notSwitched: 'لم تتغير الشركة',
    notYours: 'هذا الرابط يخص شركة لا تنتمون إليها.',
  },
};

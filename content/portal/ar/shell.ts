import type { CommonCopy, RolesCopy, ShellCopy } from '../en/shell.ts';
import { errorTexts } from './errors.ts';
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
  menu: 'القائمة',
  account: 'الحساب',
  security: 'الأمان',
  people: 'المستخدمون',
  appointments: 'المواعيد',
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

/** What every screen of the portal needs. docs/glossary-ar.md has the terms. */
export const common: CommonCopy = {
  tryAgain: 'إعادة المحاولة',
  cancel: 'إلغاء',
  close: 'إغلاق',
  copied: 'تم النسخ',
  notAvailable: 'غير متوفر',
  error: 'خطأ',
  errors: {
    byCode: errorTexts,
    retryIn: (wait) => `محاولات كثيرة جدا. يرجى إعادة المحاولة بعد ${wait}.`,
    unknown: 'حدث خطأ. يرجى إعادة المحاولة.',
    notLoaded: 'تعذر التحميل. يرجى التحقق من الاتصال ثم إعادة المحاولة.',
  },
  credentials: {
    showPassword: 'إظهار كلمة المرور',
    capsLock: 'مفتاح Caps Lock مفعل.',
    password: 'كلمة المرور',
    recoveryCode: 'رمز الاسترداد',
    insteadRecoveryCode: 'استعمال رمز استرداد',
    insteadAppCode: 'استعمال رمز من التطبيق',
    passwordHint: (minLength) => `الحد الأدنى لعدد الأحرف: ${minLength}.`,
  },
  confirmation: {
    title: 'تأكيد هويتكم',
    factors: loadState('وسائل التأكيد المتاحة'),
    usePasskey: 'استعمال مفتاح مرور',
    passkeyNeeded: 'حسابكم محمي بمفتاح مرور، لذلك لا تكفي كلمة المرور وحدها. إذا فقدتم مفتاح المرور، يرجى الاتصال بنا.',
    passkeyUnusable: 'حسابكم محمي بمفتاح مرور لا يمكن لهذا المتصفح استعماله هنا. يرجى استعمال متصفح آخر.',
    code: 'رمز من التطبيق',
    submit: 'تأكيد',
    busy: 'جارٍ التحقق…',
  },
};

export const roles: RolesCopy = {
  owner: { label: 'مالك', description: 'يطلع على كل شيء، ويقرر من له حق الوصول.' },
  billing: {
    label: 'الفوترة',
    description: 'يطلع على الفواتير والمدفوعات والعقود والرصيد، ويمكنه الاستفسار عنها.',
  },
  technical: { label: 'تقني', description: 'يطلع على الرخص وعلى كل تذاكر الدعم، ويفتح التذاكر.' },
  requester: { label: 'صاحب طلب', description: 'يفتح تذاكر الدعم، ولا يطلع إلا على تذاكره.' },
};

import type { AccountCopy } from '../en/account.ts';
import { loadState } from './phrases.ts';

export const account: AccountCopy = {
  title: 'الحساب',
  description: 'اسمكم، والرسائل التي نرسلها إليكم، والبيانات التي نحتفظ بها عنكم.',
  load: loadState('حسابكم'),
  confirmation: 'أنتم على وشك تنزيل بيانات حسابكم.',
  profile: {
    title: 'اسمكم',
    description: (email) => `يراه زملاؤكم وفريقنا بدلا من ${email}.`,
    label: 'الاسم',
    submit: 'حفظ',
    busy: 'جارٍ الحفظ…',
    saved: (name) => `اسمكم: ${name}`,
  },
  security: {
    title: 'الأمان',
    description: 'كلمة المرور وعامل التحقق الثاني ومفاتيح المرور وعنوان البريد الإلكتروني والجلسات المفتوحة.',
    open: 'فتح إعدادات الأمان',
  },
  data: {
    title: 'بياناتكم',
    description: 'ما نحتفظ به عنكم: حسابكم وجلساتكم وشركاتكم وتذاكركم ورسائلكم، في ملف يمكن للبرامج قراءته.',
    submit: 'تنزيل بياناتي',
    busy: 'جارٍ التحضير…',
    done: { title: 'تم تنزيل بياناتكم', description: 'يرجى حفظ الملف في مكان لا يطلع عليه غيركم.' },
    fileName: (day) => `mes-donnees-${day}.json`,
  },
  company: {
    title: 'بيانات الشركة',
    description: 'هل توجد معلومة خاطئة أو قديمة؟ أخبرونا بالمعلومة الصحيحة، وسنتحقق منها ثم نجري التغيير.',
    load: loadState('بيانات شركتكم'),
    fields: { name: 'اسم الشركة', contact: 'جهة الاتصال', email: 'البريد الإلكتروني', phone: 'الهاتف' },
    submit: 'طلب التصحيح',
    busy: 'جارٍ الإرسال…',
    unchanged: 'يرجى تعديل المعلومات غير الصحيحة.',
    sent: { title: 'تم إرسال الطلب', description: 'تجدونه ضمن تذاكر الدعم الخاصة بكم.' },
    show: 'عرض التذكرة',
    ticket: {
      subject: 'تصحيح بيانات شركتنا',
      intro: 'نرجو تصحيح بيانات شركتنا كما يلي:',
      line: (label, before, after) => `- ${label}: من «${before}» إلى «${after}»`,
      none: '(فارغ)',
    },
  },
  saved: 'تم الحفظ',
  language: {
    title: 'اللغة',
    description: 'لغة فضاء العملاء ولغة كل الرسائل التي نرسلها إليكم.',
    label: 'اللغة',
    saved: (language) => `لغتكم: ${language}`,
  },
  notifications: {
    title: 'الرسائل المتعلقة بالتذاكر',
    description:
      'تخص تذاكركم والتذاكر التي تتابعونها، إضافة إلى التذكير بالفواتير إذا كان يحق لكم الاطلاع عليها. أما الرسائل المتعلقة بأمان حسابكم فنرسلها دائما.',
    load: loadState('اختياراتكم'),
    events: {
      received: 'استلام تذكرتكم',
      reply: 'ورود رد جديد',
      status: 'تغيير الحالة',
      assigned: 'بدء معالجة التذكرة',
      watching: 'إضافتكم إلى تذكرة',
      overdue: 'تأخر الرد',
      mentioned: 'ذكركم في ملاحظة',
      reminder: 'حلول أجل فاتورة أو تأخر سدادها',
    },
    deliveries: { mail: 'برسالة إلكترونية', digest: 'في ملخص يومي على الساعة 8:00', none: 'دون إشعار' },
    saved: (event, delivery) => `${event}: ${delivery}`,
  },
};

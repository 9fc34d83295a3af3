import type { NoCustomerCopy } from '../en/no-customer.ts';

/** For a user without a company: loaded for them alone. */
export const noCustomer: NoCustomerCopy = {
  required: {
    title: 'يلزم ربط الحساب بشركة',
    description: 'يجب ربط حسابكم بملف عميل. يرجى الاتصال بالدعم للمساعدة.',
  },
  desk: 'فتح مكتب الخدمة',
  invited: (email) => [
    'هل تستعمل شركتكم هذا الفضاء بالفعل؟ اطلبوا من زميل له دور «مالك» دعوة ',
    email,
    ' من صفحة «المستخدمون».',
  ],
  title: 'مراسلتنا',
  description: (email) => [
    'في غير هذه الحالة، أو إذا كان لديكم حق الوصول حتى وقت قريب، فأخبرونا بالشركة التي تنتمون إليها. سنجيبكم بالبريد الإلكتروني على العنوان ',
    email,
    '.',
  ],
  company: { label: 'شركتكم', missing: 'يرجى إدخال اسم شركتكم.' },
  message: {
    label: 'الرسالة',
    missing: 'يرجى كتابة رسالة.',
    tooLong: (max, length) => `الحد الأقصى لعدد الأحرف هو ${max}، والعدد الحالي ${length}.`,
  },
  submit: 'إرسال الرسالة',
  busy: 'جارٍ الإرسال…',
  notSent: (reason) => `لم يتم إرسال رسالتكم. ${reason}`,
  sent: {
    title: 'تم إرسال الرسالة',
    description: (email) => ['وصلت رسالتكم إلى فريقنا، وسيجيبكم بالبريد الإلكتروني على العنوان ', email, '.'],
  },
};

import type { ExceptionsCopy } from '../en/exceptions.ts';

/** For few users: not a part of the first load. */
export const exceptions: ExceptionsCopy = {
  notInRole: {
    title: 'هذه الصفحة خارج صلاحياتكم',
    one: (company, roles) => [
      'دوركم لدى ',
      company,
      ` هو: ${roles}. وهو لا يشمل هذه الصفحة، ويمكن لأحد المالكين في شركتكم تغيير ذلك.`,
    ],
    several: (company, roles) => [
      'أدواركم لدى ',
      company,
      ` هي: ${roles}. وهي لا تشمل هذه الصفحة، ويمكن لأحد المالكين في شركتكم تغيير ذلك.`,
    ],
    viewTitle: 'هذه الصفحة غير متاحة في هذا العرض',
    viewDescription: 'تخص هذه الصفحة حساب المستخدم الذي سجل الدخول. لتغيير حسابكم، يرجى إنهاء العرض بصفة عميل.',
    overview: 'الذهاب إلى النظرة العامة',
  },
  notFound: {
    title: 'عذرا! الصفحة غير موجودة',
    home: 'العودة إلى الصفحة الرئيسية',
    description: 'لا توجد في فضاء العملاء صفحة بهذا الرابط. يرجى التحقق منه.',
    overview: 'العودة إلى النظرة العامة',
  },
  viewing: {
    label: 'العرض بصفة عميل',
    customer: 'هذا العميل',
    text: (customer) => ['أنتم ترون فضاء العملاء كما يراه ', customer, '. لا يمكن تغيير أي شيء.'],
    stop: 'إنهاء العرض والعودة إلى مكتب الخدمة',
    notStopped: 'تعذر إنهاء العرض. يرجى إعادة المحاولة.',
  },
};

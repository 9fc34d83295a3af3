import type { CommonCopy } from '../en/common.ts';
import { errorTexts } from './errors.ts';
import { loadState } from './phrases.ts';

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

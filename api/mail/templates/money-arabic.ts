import type { Templates } from '#api/mail/mail.ts';
import { arabicMoment } from './arabic-dates.ts';

/** Mails to customers about our bank accounts. */
export const moneyArabic: Pick<Templates, 'bank-proposed'> = {
  'bank-proposed': ({ account, readyAt, link, verifyLink }, company) => ({
    subject: `حساب بنكي جديد قيد الإعداد – ${company}`,
    preview: 'لا يتغير شيء في الوقت الحالي: يرجى مواصلة الدفع إلى الحساب الذي تعرفونه.',
    title: 'نعد حسابا بنكيا جديدا',
    paragraphs: [
      `اقترح أحد موظفينا حسابا بنكيا جديدا لمدفوعاتكم. يجب أن يوافق عليه موظف ثان.`,
      'لا يتغير شيء في الوقت الحالي: يرجى مواصلة الدفع إلى الحساب المعروض في فضاء العملاء. لا نطلب أبدا عبر البريد الإلكتروني الدفع إلى حساب آخر.',
      'هل تشكون في هذا الإعلان، أو سبق أن أرسل إليكم شخص ما هذا الحساب على أنه حسابنا؟ أبلغونا بذلك: لن يصبح الحساب نشطا قبل أن نتحقق من الأمر.',
    ],
    rows: [
      { label: 'الحساب', value: account.replace(' ', '\u00a0…\u00a0') },
      { label: 'ليس قبل', value: arabicMoment(readyAt) },
    ],
    button: { label: 'إرسال بلاغ', link, variant: 'danger-outline' },
    after: ['إذا لم يبد لكم الأمر مريبا، فلا يلزم أي إجراء.', `يمكنكم التحقق من رقم حساب في أي وقت: ${verifyLink}`],
  }),
};

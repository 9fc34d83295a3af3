import {
  type AccountNews,
  type Layout,
  type MailData,
  type TemplateContent,
  type Templates,
  rolesIn,
} from '#api/mail/mail.ts';
import { type CustomerRole, canDo } from '#contract/roles.ts';
import { arabicCount, arabicDays, arabicMoment } from './arabic-dates.ts';
import { french } from './french.ts';
import { moneyArabic } from './money-arabic.ts';

export const arabicLayout: Layout = {
  greeting: 'تحية طيبة،',
  linkFallback: 'إذا لم يعمل الزر، يرجى نسخ هذا الرابط في المتصفح:',
  automatic: (company) => `تم إرسال هذه الرسالة تلقائيا من فضاء العملاء لشركة ${company}.`,
};

const nothingToDo = 'إذا كنتم أنتم من قام بذلك، فلا يلزم أي إجراء.';
const otherwiseReset = 'وإلا فيرجى اختيار كلمة مرور جديدة فورا، ثم مراسلتنا.';
const chooseNew = 'اختيار كلمة مرور جديدة';

/** Notifies the owner of a change to how the account is opened. */
const news =
  ({ title, text }: { title: string; text: string }) =>
  ({ link, resetLink }: MailData[AccountNews]): TemplateContent => ({
    preview: nothingToDo,
    title,
    paragraphs: [text, `${nothingToDo} ${otherwiseReset}`],
    button: { label: 'التحقق من حسابي', link },
    after: [`${chooseNew}: ${resetLink}`],
  });

const codesLeft = (left: number) =>
  left === 0
    ? 'لم يبق أي رمز: يرجى إنشاء رموز جديدة.'
    : arabicCount(left, {
        one: 'بقي رمز واحد.',
        two: 'بقي رمزان.',
        few: (count) => `بقيت ${count} رموز.`,
        many: (count) => `بقي ${count} رمزا.`,
        other: (count) => `بقي ${count} رمز.`,
      });

function passkeysLeft(left: number): string[] {
  if (left === 0) return [];
  const opens = arabicCount(left, {
    one: 'ما زال مفتاح مرور واحد يفتح حسابكم دون كلمة المرور. إذا كنتم لا تعرفونه، يرجى إزالته',
    two: 'ما زال مفتاحا مرور يفتحان حسابكم دون كلمة المرور. إذا كنتم لا تعرفونهما، يرجى إزالتهما',
    few: (count) => `ما زالت ${count} مفاتيح مرور تفتح حسابكم دون كلمة المرور. إذا كنتم لا تعرفونها، يرجى إزالتها`,
    many: (count) => `ما زال ${count} مفتاح مرور يفتح حسابكم دون كلمة المرور. إذا كنتم لا تعرفونها، يرجى إزالتها`,
    other: (count) => `ما زال ${count} مفتاح مرور يفتح حسابكم دون كلمة المرور. إذا كنتم لا تعرفونها، يرجى إزالتها`,
  });
  return [`${opens} من صفحة «الأمان» في فضاء العملاء.`];
}

function whatIsSeen(roles: CustomerRole[], customer: string): string {
  const seen = [
    canDo(roles, 'billing') ? 'الفواتير والمدفوعات والعقود' : '',
    canDo(roles, 'technical') ? 'الرخص وتذاكر الدعم' : '',
  ].filter((part) => part !== '');
  if (seen.length === 0) return `يمكنكم فيه فتح تذاكر دعم لشركة ${customer} ومتابعتها.`;
  return `ستجدون فيه ${seen.join(' وكذلك ')} الخاصة بشركة ${customer}.`;
}

export const arabic: Templates = {
  ...moneyArabic,
  // Staff read French or English.
  'alert-staff': french['alert-staff'],
  'bank-alarm': french['bank-alarm'],
  'invoice-iban-staff': french['invoice-iban-staff'],
  'restored-staff': french['restored-staff'],
  'staff-factors-changed': french['staff-factors-changed'],
  'verify-email': ({ link }, company) => ({
    preview: 'يرجى تأكيده على موقعنا ليصبح حسابكم جاهزا.',
    title: 'تأكيد عنوان بريدكم الإلكتروني',
    paragraphs: [
      `أنشأتم حسابا في فضاء العملاء لشركة ${company}. يرجى تأكيد أن هذا العنوان عنوانكم لتتمكنوا من تسجيل الدخول.`,
    ],
    button: { label: 'تأكيد عنواني', link },
    after: ['إذا لم تنشئوا حسابا، فيرجى تجاهل هذه الرسالة: دون تأكيد، لا يمكن لأحد استعمال الحساب.'],
  }),
  'reset-password': ({ link }) => ({
    preview: 'يعمل الرابط مرة واحدة.',
    title: chooseNew,
    paragraphs: ['تم طلب كلمة مرور جديدة لحسابكم في فضاء العملاء.'],
    button: { label: chooseNew, link },
    after: [
      'يعمل الرابط مرة واحدة، ولمدة قصيرة فقط.',
      'إذا لم تطلبوا ذلك، فيرجى تجاهل هذه الرسالة: تبقى كلمة المرور كما هي.',
    ],
  }),
  'account-exists': ({ signInLink, resetLink }) => ({
    preview: 'حاول شخص ما إنشاء حساب بعنوانكم.',
    title: 'لديكم حساب بالفعل',
    paragraphs: [
      'حاول شخص ما، وربما أنتم، إنشاء حساب في فضاء العملاء بهذا العنوان. لهذا العنوان حساب بالفعل: يكفي تسجيل الدخول.',
    ],
    button: { label: 'تسجيل الدخول', link: signInLink },
    after: [
      `هل نسيتم كلمة المرور؟ يمكنكم اختيار كلمة جديدة هنا: ${resetLink}`,
      'إذا لم تكونوا أنتم من قام بذلك، فلا يلزم أي إجراء: لم يتغير حسابكم.',
    ],
  }),
  'email-reserved': ({ link }, company) => ({
    subject: `لا يمكن بعد استعمال هذا العنوان لحساب جديد – ${company}`,
    preview: 'كان تابعا لحساب إلى ما قبل بضعة أيام.',
    title: 'لا يمكن بعد استعمال هذا العنوان',
    paragraphs: [
      'حاول شخص ما، وربما أنتم، إنشاء حساب في فضاء العملاء بهذا العنوان. كان العنوان تابعا لحساب إلى ما قبل بضعة أيام، ويمكن لهذا الحساب استعادته خلال سبعة أيام من التغيير. لم يتم إنشاء أي حساب جديد.',
      'إذا لم تكونوا أنتم من قام بتغيير عنوان ذلك الحساب، يرجى فتح الرابط الوارد في رسالتنا بشأن التغيير. وإلا فيرجى إعادة المحاولة بعد بضعة أيام، أو مراسلتنا.',
    ],
    button: { label: 'مراسلتنا', link },
  }),
  'password-changed': ({ resetLink }) => ({
    preview: nothingToDo,
    title: 'تم تغيير كلمة المرور',
    paragraphs: [
      'تم للتو تغيير كلمة المرور لحسابكم في فضاء العملاء، وتم إغلاق كل الجلسات الأخرى.',
      `${nothingToDo} ${otherwiseReset}`,
    ],
    button: { label: chooseNew, link: resetLink },
  }),
  'password-reset': ({ resetLink, passkeys }) => ({
    preview: nothingToDo,
    title: 'تمت إعادة تعيين كلمة المرور',
    paragraphs: [
      'تم اختيار كلمة مرور جديدة لحسابكم في فضاء العملاء، عن طريق رابط أرسلناه إلى هذا العنوان. تم إغلاق كل الجلسات، ولم تعد روابطنا الأخرى صالحة.',
      ...passkeysLeft(Number(passkeys)),
      `${nothingToDo} وإلا فإن شخصا آخر يقرأ رسائلكم: يرجى تأمين بريدكم، واختيار كلمة مرور جديدة، ثم مراسلتنا.`,
    ],
    button: { label: chooseNew, link: resetLink },
  }),
  'totp-added': news({
    title: 'تم تفعيل رموز التطبيق',
    text: 'تم للتو تفعيل رموز تطبيق المصادقة لحسابكم في فضاء العملاء. من الآن فصاعدا، نطلب رمزا بعد كلمة المرور.',
  }),
  'totp-removed': news({
    title: 'تم تعطيل رموز التطبيق',
    text: 'تم للتو تعطيل رموز تطبيق المصادقة لحسابكم في فضاء العملاء، ولم تعد رموز الاسترداد صالحة. تكفي كلمة المرور وحدها لفتحه، أو مفتاح مرور إن كان لديكم.',
  }),
  'passkey-added': news({
    title: 'تمت إضافة مفتاح مرور إلى حسابكم',
    text: 'تمت للتو إضافة مفتاح مرور إلى حسابكم في فضاء العملاء. وهو يفتح الحساب دون كلمة المرور.',
  }),
  'passkey-removed': news({
    title: 'تمت إزالة مفتاح مرور من حسابكم',
    text: 'تمت للتو إزالة مفتاح مرور من حسابكم في فضاء العملاء. ولم يعد يفتحه.',
  }),
  'recovery-codes-renewed': news({
    title: 'تم استبدال رموز الاسترداد',
    text: 'تم للتو إنشاء رموز استرداد جديدة لحسابكم في فضاء العملاء. ولم تعد الرموز السابقة صالحة.',
  }),
  'password-disabled': news({
    title: 'تم تعطيل كلمة المرور',
    text: 'لم تعد لحسابكم في فضاء العملاء كلمة مرور. لا يمكن تسجيل الدخول إلا بمفاتيح المرور. يرجى الاحتفاظ بمفتاحين على الأقل، وعدم حفظها كلها على جهاز واحد.',
  }),
  'password-enabled': news({
    title: 'أصبحت لحسابكم كلمة مرور من جديد',
    text: 'تم للتو اختيار كلمة مرور لحسابكم في فضاء العملاء. وهي تتيح تسجيل الدخول من جديد، إلى جانب مفاتيح المرور.',
  }),
  'password-off': ({ link, contactLink }) => ({
    preview: 'يرجى تسجيل الدخول بمفتاح مرور.',
    title: 'ليست لحسابكم كلمة مرور',
    paragraphs: [
      'تم طلب كلمة مرور جديدة لحسابكم في فضاء العملاء. لقد عطلتم كلمة المرور، لذلك لا يوجد ما يعاد تعيينه: يرجى تسجيل الدخول بأحد مفاتيح المرور.',
      'إذا لم تطلبوا شيئا، فلا يلزم أي إجراء.',
    ],
    button: { label: 'تسجيل الدخول بمفتاح مرور', link },
    after: [`إذا فقدتم كل مفاتيح المرور، فسنساعدكم بعد التحقق من هويتكم. الاتصال بنا: ${contactLink}`],
  }),
  'recovery-code-used': (data) =>
    news({
      title: 'تم استعمال رمز استرداد',
      text: `تم للتو استعمال رمز استرداد لحسابكم في فضاء العملاء بدلا من رمز تطبيق المصادقة. ${codesLeft(Number(data.left))}`,
    })(data),
  'new-device': ({ link, at, browser, system }) => ({
    preview: nothingToDo,
    title: 'تسجيل دخول جديد إلى حسابكم',
    paragraphs: [
      'تم تسجيل الدخول إلى حسابكم في فضاء العملاء من متصفح لم نكن نعرفه.',
      `${nothingToDo} وإلا فيرجى إغلاق تلك الجلسة، وتغيير كلمة المرور فورا، ثم مراسلتنا.`,
    ],
    rows: [
      { label: 'المتصفح', value: browser === '' ? 'غير معروف' : browser },
      { label: 'النظام', value: system === '' ? 'غير معروف' : system },
      { label: 'الوقت', value: arabicMoment(at) },
    ],
    button: { label: 'التحقق من حسابي', link },
  }),
  'code-failures': ({ resetLink }) => ({
    preview: 'إذا لم تكونوا أنتم من قام بذلك، فإن شخصا ما يعرف كلمة المرور.',
    title: 'تم إدخال رموز خاطئة لحسابكم',
    paragraphs: [
      'تم إدخال كلمة المرور الخاصة بكم في فضاء العملاء، وبعدها عشرة رموز خاطئة. يجب الانتظار قبل أي محاولة جديدة.',
      `${nothingToDo} وإلا فإن شخصا ما يعرف كلمة المرور: يرجى اختيار كلمة جديدة فورا، ثم مراسلتنا.`,
    ],
    button: { label: chooseNew, link: resetLink },
  }),
  'confirm-email': ({ link }) => ({
    preview: 'يعمل الرابط مرة واحدة، خلال ساعة واحدة.',
    title: 'تأكيد عنوان بريدكم الإلكتروني الجديد',
    paragraphs: [
      'تم إدخال هذا العنوان كعنوان جديد لحساب في فضاء العملاء. يرجى تأكيد أنه عنوانكم؛ ستسجلون الدخول به بعد ذلك.',
    ],
    button: { label: 'تأكيد عنواني الجديد', link },
    after: [
      'يعمل الرابط مرة واحدة، خلال ساعة واحدة.',
      'إذا لم تطلبوا ذلك، فيرجى تجاهل هذه الرسالة: لن يتغير شيء دون تأكيدكم.',
    ],
  }),
  'email-change-requested': ({ link }) => ({
    preview: nothingToDo,
    title: 'تم طلب تغيير عنوان بريدكم الإلكتروني',
    paragraphs: [
      'طلب شخص سجل الدخول إلى حسابكم في فضاء العملاء تغيير عنوان بريدكم الإلكتروني. يتم التغيير عند تأكيد العنوان الجديد.',
      `${nothingToDo} وإلا فيرجى إلغاء التغيير: يتم إغلاق كل الجلسات، ويبقى حسابكم مقفلا إلى أن تختاروا كلمة مرور جديدة عبر البريد الإلكتروني.`,
    ],
    button: { label: 'إلغاء التغيير وقفل حسابي', link, variant: 'danger-outline' },
    after: ['يعمل الرابط مرة واحدة، خلال سبعة أيام، حتى إذا تم التغيير في الأثناء.'],
  }),
  'email-changed': ({ link }) => ({
    preview: 'إذا لم تكونوا أنتم من قام بذلك، فيمكنكم التراجع عن التغيير خلال سبعة أيام.',
    title: 'تم تغيير عنوان بريدكم الإلكتروني',
    paragraphs: [
      'أصبح لحسابكم في فضاء العملاء عنوان بريد إلكتروني آخر، ولم يعد هذا العنوان يفتحه.',
      `${nothingToDo} وإلا فيرجى التراجع عن التغيير: يستعيد حسابكم هذا العنوان، ويتم إغلاق كل الجلسات، وتختارون كلمة مرور جديدة.`,
    ],
    button: { label: 'التراجع عن التغيير', link, variant: 'danger-outline' },
    after: ['يعمل الرابط مرة واحدة، خلال سبعة أيام. بعد ذلك، يرجى مراسلتنا.'],
  }),
  'email-change-undone': ({ link }) => ({
    preview: 'استعاد حسابكم عنوان بريده الإلكتروني السابق.',
    title: 'تم إلغاء تغيير عنوان البريد الإلكتروني',
    paragraphs: [
      'استعاد حساب في فضاء العملاء، كان له هذا العنوان، عنوانه السابق. ولم يعد هذا العنوان يفتحه.',
      'إذا طلبتم ذلك، فلا يلزم أي إجراء. وإلا فيرجى مراسلتنا.',
    ],
    button: { label: 'مراسلتنا', link },
  }),
  'factors-removed': ({ link, resetLink }) => ({
    preview: 'إذا طلبتم ذلك، يرجى إعداد عوامل جديدة الآن.',
    title: 'تمت إزالة عوامل التحقق الثانية',
    paragraphs: [
      'تلقينا طلب مساعدة بشأن حسابكم في فضاء العملاء. أزلنا رموزه ومفاتيح المرور، وأغلقنا كل الجلسات: تكفي كلمة المرور وحدها حاليا لفتحه.',
      'إذا طلبتم ذلك، يرجى تسجيل الدخول وإعداد تطبيق مصادقة أو مفتاح مرور جديد.',
    ],
    button: { label: 'حماية حسابي', link },
    after: [`إذا لم تطلبوا ذلك، يرجى مراسلتنا فورا. اختيار كلمة مرور جديدة: ${resetLink}`],
  }),
  'account-locked': ({ resetLink }) => ({
    preview: 'يرجى اختيار كلمة مرور جديدة لاستعماله من جديد.',
    title: 'أوقفنا حسابكم',
    paragraphs: [
      'ربما تمكن شخص آخر من الوصول إلى حسابكم في فضاء العملاء. أغلقنا كل جلساته وأوقفناه: لا تفتحه كلمة المرور ولا مفتاح المرور.',
      'لاستعماله من جديد، يرجى اختيار كلمة مرور جديدة، ثم مراجعة مفاتيح المرور وإزالة ما لا تعرفونه منها.',
    ],
    button: { label: 'اختيار كلمة مرور جديدة', link: resetLink },
    after: ['إذا لم تتوقعوا ذلك، يرجى مراسلتنا.'],
  }),
  invitation: ({ link, customer, roles, days, inviter }, company) => ({
    subject: `حق الوصول إلى فضاء العملاء – ${company}`,
    preview: `دعوة من ${inviter || company} إلى فضاء العملاء لفائدة شركة ${customer}.`,
    title: 'مرحبا بكم في فضاء العملاء',
    paragraphs: [
      `${inviter ? `وصلتكم دعوة من ${inviter} إلى فضاء العملاء لدى ${company}.` : `تدعوكم شركة ${company} إلى فضاء العملاء الخاص بها.`} ${whatIsSeen(rolesIn(roles), customer)}`,
      'لم يبق سوى قبول الدعوة، بالحساب الذي لديكم أو باختيار كلمة مرور.',
    ],
    button: { label: 'قبول الدعوة', link },
    after: [
      `يعمل الرابط مرة واحدة، خلال ${arabicDays(Number(days))}. إذا انتهت مدته، يرجى طلب رابط جديد من ${inviter || company}.`,
      'إذا لم تكونوا في انتظار هذه الدعوة، فيرجى تجاهل هذه الرسالة: لن يحدث شيء دون موافقتكم.',
    ],
  }),
  'access-granted': ({ link, customer }, company) => ({
    subject: `حق الوصول إلى فضاء العملاء – ${company}`,
    preview: `يعرض حسابكم الآن ملفات ${customer}.`,
    title: 'أصبح لديكم حق الوصول',
    paragraphs: [
      `يعرض حسابكم في فضاء العملاء لدى ${company} الآن الفواتير والعقود والمدفوعات والرخص الخاصة بشركة ${customer}.`,
    ],
    button: { label: 'فتح فضاء العملاء', link },
    after: [
      'يرجى تسجيل الدخول بكلمة المرور التي لديكم.',
      'إذا لم يكن لديكم حساب عندنا، يرجى مراسلتنا فورا: فقد أنشأ شخص ما حسابا بعنوانكم.',
    ],
  }),
};

import type {
  AskAboutCopy,
  CalendarCopy,
  HowToPayCopy,
  InvoicePageCopy,
  RecordPageCopy,
  StatementPageCopy,
} from '../en/record-pages.ts';
import { loadState } from './phrases.ts';

/** One invoice. */
export const invoicePage: InvoicePageCopy = {
  load: loadState('هذه الفاتورة'),
  notFound: {
    title: 'الفاتورة غير موجودة',
    description: 'لا توجد فاتورة بهذا الرقم، أو لا يمكنكم الاطلاع عليها.',
  },
  back: 'فواتيركم',
  kinds: { invoice: 'فاتورة', credit_note: 'إشعار دائن' },
  title: (kind, name) => `${kind} ${name}`,
  copyNumber: 'نسخ الرقم',
  print: 'طباعة',
  facts: {
    title: 'المعطيات',
    issued: 'تاريخ الإصدار',
    due: 'تاريخ الاستحقاق',
    amount: 'المبلغ',
    settled: 'المبلغ المسدد أو المخصوم',
    remaining: 'المبلغ المتبقي',
    credits: 'إشعار دائن للفاتورة',
    order: 'طلبيتكم',
    contract: 'العقد',
    period: 'فترة التسليم',
  },
  paidElsewhere: 'مسجلة على أنها مدفوعة. لم تتم مطابقتها مع الدفعات المعنية واحدة واحدة.',
  parties: { seller: 'البائع', buyer: 'المشتري', siren: 'SIREN', vat: 'رقم الضريبة على القيمة المضافة' },
  noDocument: 'وثيقة هذه الفاتورة غير متوفرة بعد في فضاء العملاء. المبلغ والتواريخ مأخوذة من سجلاتنا المحاسبية.',
  lines: {
    title: 'الأسطر',
    name: 'البيان',
    quantity: 'الكمية',
    price: 'سعر الوحدة',
    tax: 'الضريبة',
    net: 'دون احتساب الضريبة',
    discount: 'تخفيض',
    charge: 'رسم إضافي',
    adjustment: (reason, amount) => `${reason}: ${amount}`,
  },
  taxes: {
    title: 'الضريبة على القيمة المضافة حسب النسبة',
    rate: 'النسبة',
    base: 'دون احتساب الضريبة',
    amount: 'الضريبة',
    exempt: 'دون ضريبة',
  },
  totals: {
    title: 'المجاميع',
    lines: 'مجموع الأسطر',
    net: 'المجموع دون احتساب الضريبة',
    tax: 'الضريبة على القيمة المضافة',
    gross: 'المجموع باحتساب الضريبة',
    paid: 'المدفوع سابقا',
    due: 'المبلغ الواجب دفعه',
  },
  notes: 'ملاحظات',
  settlements: {
    title: 'الدفعات والإشعارات الدائنة',
    settles: 'الفواتير التي يسددها',
    none: 'لم تتم مطابقة أي دفعة بعد.',
    payment: 'دفعة',
    credit_note: 'إشعار دائن',
    invoice: 'فاتورة',
  },
  files: {
    title: 'الملفات',
    none: 'لا توجد ملفات.',
    download: (name) => `تنزيل ${name}`,
    types: { 'application/pdf': 'PDF', 'application/xml': 'XML، لبرامج المحاسبة' },
    languages: { fr: 'بالفرنسية', en: 'بالإنجليزية' },
    states: { pending: 'جارٍ الفحص بحثا عن الفيروسات', infected: 'محظور: تم العثور على فيروس' },
  },
  history: {
    title: 'السجل',
    kinds: {
      issued: 'الإصدار',
      document: 'إضافة وثيقة',
      file: 'إضافة ملف',
      file_replaced: 'استبدال الوثيقة',
      file_withdrawn: 'سحب الوثيقة',
      settled: 'مطابقة دفعة',
      reminded: 'إرسال تذكير',
      corrected: 'تصحيح',
      voided: 'إلغاء',
      other: 'تعديل',
    },
  },
  units: { C62: '', HUR: '(ساعة)', DAY: '(يوم)', MON: '(شهر)', EA: '' },
};

export const howToPay: HowToPayCopy = {
  title: 'كيفية الدفع',
  transfer: 'بتحويل بنكي، مع ذكر المرجع حتى نتمكن من مطابقة الدفعة.',
  reference: 'المرجع',
  amount: 'المبلغ',
  code: 'رمز QR لتطبيق البنك',
  codeHint: 'امسحوه ضوئيا بتطبيق البنك: يتم ملء الحساب والمبلغ والمرجع تلقائيا.',
  otherAccount:
    'تذكر الوثيقة حسابا بنكيا غير حسابنا المؤكد، لذلك لا نعرضه هنا. يرجى الدفع إلى الحساب أدناه، والاتصال بنا هاتفيا عند الشك.',
  otherCurrency: (currency) => `هذه الفاتورة بعملة ${currency}: لا يوجد رمز QR لها.`,
};

export const askAbout: AskAboutCopy = {
  invoice: {
    action: 'الاستفسار عن هذه الفاتورة',
    subject: (name) => `استفسار عن الفاتورة ${name}`,
    text: (url) => `\n\n${url}`,
  },
  renew: {
    action: 'طلب التجديد',
    subject: (name) => `تجديد العقد ${name}`,
    text: (url) => `نرجو إرسال عرض لتجديد هذا العقد.\n\n${url}`,
  },
  seats: {
    action: 'إضافة مقاعد',
    subject: (name) => `مقاعد إضافية: ${name}`,
    text: (url) => `نرجو إضافة العدد التالي من المقاعد: \n\n${url}`,
  },
  renewLicense: {
    action: 'طلب التجديد',
    subject: (name) => `تجديد ${name}`,
    text: (url) => `نرجو إرسال عرض لتجديد هذه الرخصة.\n\n${url}`,
  },
};

export const recordPage: RecordPageCopy = {
  contract: {
    load: loadState('هذا العقد'),
    notFound: {
      title: 'العقد غير موجود',
      description: 'لا يوجد عقد بهذا الرقم، أو لا يمكنكم الاطلاع عليه.',
    },
    back: 'عقودكم',
    number: 'رقم العقد',
    start: 'تاريخ البداية',
    end: 'تاريخ النهاية',
    ongoing: 'غير محدد المدة',
    value: 'القيمة',
    renewal: 'التجديد',
    renewals: { tacit: 'يتجدد ضمنيا بعد نهايته ما لم يقدم إشعار بالإنهاء', none: 'ينتهي دون حاجة إلى إشعار بالإنهاء' },
    notice: 'آخر أجل لتقديم الإشعار بالإنهاء',
    noNotice: 'لا يلزم إشعار',
  },
  license: {
    load: loadState('هذه الرخصة'),
    notFound: {
      title: 'الرخصة غير موجودة',
      description: 'لا توجد هذه الرخصة، أو لا يمكنكم الاطلاع عليها.',
    },
    back: 'رخص البرمجيات',
    key: 'مفتاح الرخصة',
    type: 'النوع',
    seats: 'المقاعد',
    expiry: 'تاريخ الانتهاء',
    noExpiry: 'دون تاريخ انتهاء',
    cost: 'التكلفة الشهرية',
  },
};

export const statementPage: StatementPageCopy = {
  back: 'سجل المدفوعات',
  title: 'كشف الحساب',
  load: loadState('كشف الحساب'),
  from: 'من',
  to: 'إلى',
  show: 'عرض',
  csv: 'CSV',
  // The fonts of our PDFs have no Arabic letters.
  pdf: 'PDF (بالفرنسية)',
  print: 'طباعة',
  columns: { on: 'التاريخ', kind: 'النوع', number: 'الرقم', debit: 'مدين', credit: 'دائن', balance: 'الرصيد' },
  kinds: { invoice: 'فاتورة', credit_note: 'إشعار دائن', books: 'تسوية في سجلاتنا', payment: 'دفعة' },
  opening: 'الرصيد الافتتاحي',
  closing: 'الرصيد الختامي',
  pastDue: 'متأخر السداد',
  empty: 'لا توجد حركات في هذه الفترة.',
  tooLong: (most) => `الحد الأقصى لعدد الحركات في ملف PDF هو ${most}: يرجى اختيار فترة أقصر، أو ملف CSV.`,
  ageing: {
    title: 'المبالغ غير المسددة حسب عدد الأيام بعد تاريخ الاستحقاق',
    notDue: 'غير مستحقة بعد',
    days0to30: 'من 1 إلى 30 يوما',
    days31to60: 'من 31 إلى 60 يوما',
    days61to90: 'من 61 إلى 90 يوما',
    over90: 'أكثر من 90 يوما',
  },
  unmatched: (amount) => `توجد دفعات وإشعارات دائنة بمبلغ ${amount} لم تتم مطابقتها بعد مع أي فاتورة.`,
  failed: { title: 'تعذر التنزيل', description: 'تعذر إنشاء الملف. يرجى إعادة المحاولة.' },
  archive: { label: (year) => `كل وثائق سنة ${year} (ZIP)`, none: 'لا توجد وثائق لهذه السنة.' },
};

export const calendar: CalendarCopy = {
  title: 'رابط التقويم',
  description:
    'استحقاقات الفواتير ونهايات العقود والرخص في تقويمكم. كل من لديه الرابط يمكنه الاطلاع عليها: يرجى الحفاظ على سريته.',
  load: loadState('رابط التقويم'),
  none: 'ليس لديكم رابط تقويم لهذه الشركة.',
  since: (moment) => `تاريخ الإنشاء: ${moment}.`,
  create: 'إنشاء رابط',
  replace: 'استبدال الرابط',
  revoke: 'إلغاء الرابط',
  busy: 'جارٍ الحفظ…',
  once: 'يرجى نسخه الآن: لن يتم عرضه مرة أخرى.',
  url: 'رابط التقويم الخاص بكم',
  copyUrl: 'نسخ الرابط',
  created: 'تم إنشاء رابط التقويم',
  revoked: 'تم إلغاء رابط التقويم',
};

import type { ContractsCopy, InvoicesCopy, LicensesCopy, ListsCopy, PaymentsCopy } from '../en/lists.ts';
import { plural } from '../../plural.ts';
import { list } from './phrases.ts';

/** What every list of records has. `rows` is definite: الفواتير, العقود and so on. */
export const lists: ListsCopy = {
  count: (shown, all) => `${shown} من ${all}`,
  more: 'عرض المزيد',
  moreFailed: 'تعذر تحميل بعض الأسطر.',
  clear: 'مسح البحث والتصفية',
  filter: 'تصفية حسب الحالة',
  sortBy: 'ترتيب حسب',
  options: 'خيارات القائمة',
  ascending: 'تصاعدي: تحويل إلى تنازلي',
  descending: 'تنازلي: تحويل إلى تصاعدي',
  progress: (read, all) => `${read} من ${all}`,
  rowsRead: 'تمت قراءتها.',
  cancel: 'إلغاء',
  print: 'طباعة',
  printFailed: { title: 'تعذرت الطباعة', description: 'تعذر تحميل الأسطر. يرجى إعادة المحاولة.' },
  printed: {
    all: (shown, all, rows) => `${rows}: ${shown} من ${all}`,
    tooMany: (printed, all, rows) =>
      `${rows}: أول ${printed} من ${all}. لطباعة البقية، يرجى البحث في القائمة أو تصفيتها.`,
    loadedOnly: (printed, all, rows) =>
      `${rows}: أول ${printed} من ${all}. لطباعتها كلها، يرجى استعمال زر «طباعة» أعلى القائمة.`,
    search: (text) => `البحث: «${text}»`,
    status: (statuses) => `الحالة: ${statuses}`,
    ascending: (column) => `الترتيب حسب ${column}، تصاعديا`,
    descending: (column) => `الترتيب حسب ${column}، تنازليا`,
  },
  export: {
    label: 'تصدير CSV',
    format: 'صيغة ملف CSV',
    international: 'دولية (فاصلة، 1250.50)',
    french: 'Excel بالفرنسية (فاصلة منقوطة، 1250,50)',
    failed: { title: 'تعذر التصدير', description: 'تعذر إنشاء الملف. يرجى إعادة المحاولة.' },
  },
};

export const invoices: InvoicesCopy = {
  ...list('الفواتير', 'لا توجد فواتير.'),
  fileName: 'factures',
  title: 'فواتيركم',
  searchHint: 'الرقم أو المبلغ أو التاريخ أو الحالة',
  defaultSortLabel: 'الأحدث',
  columns: {
    id: 'رقم الفاتورة',
    amount: 'المبلغ',
    dueDate: 'تاريخ الاستحقاق',
    status: 'الحالة',
    riskScore: 'درجة المخاطر',
  },
  copyId: (name) => `نسخ رقم الفاتورة ${name}`,
  creditNote: (number) => `إشعار دائن للفاتورة ${number}`,
  late: plural({
    zero: () => 'تستحق اليوم',
    one: () => 'متأخرة يوما واحدا',
    two: () => 'متأخرة يومين',
    few: (count) => `متأخرة ${count} أيام`,
    many: (count) => `متأخرة ${count} يوما`,
    other: (count) => `متأخرة ${count} يوم`,
  }),
  risk: 'درجة المخاطر',
  riskBands: { success: 'حتى 40%', warning: 'من 41% إلى 70%', danger: 'أكثر من 70%' },
  percent: (score) => `${score}%`,
  statuses: { paid: 'مدفوعة', overdue: 'متأخرة السداد', pending: 'قيد الانتظار' },
};

export const contracts: ContractsCopy = {
  ...list('العقود', 'لا توجد عقود.'),
  fileName: 'contrats',
  title: 'عقودكم',
  searchHint: 'الرقم أو العنوان أو القيمة أو التاريخ',
  defaultSortLabel: 'الأحدث',
  columns: {
    contractNumber: 'رقم العقد',
    title: 'العنوان',
    startDate: 'تاريخ البداية',
    endDate: 'تاريخ النهاية',
    contractValue: 'القيمة',
    status: 'الحالة',
  },
  copyNumber: (number) => `نسخ رقم العقد ${number}`,
  ongoing: 'غير محدد المدة',
  statuses: { active: 'ساري المفعول', expired: 'منتهي المدة', terminated: 'مفسوخ', draft: 'مسودة' },
};

export const payments: PaymentsCopy = {
  ...list('المدفوعات', 'لا توجد مدفوعات.'),
  fileName: 'paiements',
  title: 'سجل المدفوعات',
  statement: 'كشف الحساب',
  searchHint: 'المرجع أو المبلغ أو الملاحظات',
  defaultSortLabel: 'تاريخ الدفع',
  columns: {
    paymentReference: 'المرجع',
    amount: 'المبلغ',
    paymentDate: 'تاريخ الدفع',
    paymentMethod: 'طريقة الدفع',
    status: 'الحالة',
    notes: 'ملاحظات',
  },
  copyReference: (reference) => `نسخ مرجع الدفعة ${reference}`,
  statuses: { completed: 'مكتملة', pending: 'قيد الانتظار', failed: 'غير ناجحة', refunded: 'مستردة' },
  methods: { bank_transfer: 'تحويل بنكي', credit_card: 'بطاقة بنكية', check: 'شيك', cash: 'نقدا' },
};

export const licenses: LicensesCopy = {
  ...list('الرخص', 'لا توجد رخص.'),
  fileName: 'licences',
  title: 'رخص البرمجيات',
  searchHint: 'المنتج أو المفتاح أو النوع أو التاريخ',
  defaultSortLabel: 'الأحدث',
  columns: {
    productName: 'المنتج',
    licenseKey: 'مفتاح الرخصة',
    licenseType: 'النوع',
    seats: 'المقاعد',
    expiryDate: 'تاريخ الانتهاء',
    monthlyCost: 'التكلفة الشهرية',
    status: 'الحالة',
  },
  copyKey: (key) => `نسخ مفتاح الرخصة ${key}`,
  noExpiry: 'دون تاريخ انتهاء',
  statuses: { active: 'سارية المفعول', expired: 'منتهية الصلاحية', suspended: 'معلقة', terminated: 'ملغاة' },
  types: { subscription: 'اشتراك', perpetual: 'دائمة', trial: 'تجريبية' },
};

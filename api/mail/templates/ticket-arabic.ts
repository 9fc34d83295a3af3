import { isolateValues } from '#contract/isolate-values.ts';
import { arabicCount, arabicDate, arabicMoment, arabicTime } from './arabic-dates.ts';
import { formatSize } from './format-size.ts';
import type { TicketCopy } from './ticket-english.ts';
import { ticketFrench } from './ticket-french.ts';

// Staff read French or English.
const { staffTitle, dueSoon, resolution, of, mentioned, waitingForCustomer } = ticketFrench;

const texts: TicketCopy = {
  staffTitle,
  dueSoon,
  resolution,
  of,
  mentioned,
  waitingForCustomer,
  moment: arabicMoment,
  status: {
    open: 'مفتوحة',
    in_progress: 'قيد المعالجة',
    waiting_customer: 'في انتظار ردكم',
    resolved: 'محلولة',
    closed: 'مغلقة',
  },
  title: {
    received: 'استلمنا تذكرتكم',
    reply: 'رد جديد على تذكرتكم',
    status: 'تغيرت حالة تذكرتكم',
    assigned: 'بدأت معالجة تذكرتكم',
    watching: 'أنتم تتابعون تذكرة',
    overdue: 'رد متأخر',
    mentioned: 'تم ذكركم في ملاحظة',
  },
  opened: {
    title: 'تم فتح تذكرة لكم',
    forYou: (name) => `تم فتحها لكم من طرف ${name}. يمكنكم متابعتها والرد عليها.`,
    by: (name) => `تم فتحها من طرف ${name}`,
  },
  merged: {
    title: 'تم دمج تذكرتكم مع تذكرة أخرى',
    into: (ticket) => `أغلقناها لأنها مكررة. تتواصل المحادثة في ${ticket}.`,
    elsewhere: 'أغلقناها لأنها مكررة. نواصل في تذكرة أخرى لشركتكم.',
    open: 'فتح التذكرة التي تتواصل فيها المحادثة',
  },
  ticket: (number, subject) => `التذكرة ${number}: ${subject}`,
  somebody: { customer: 'مستخدم', staff: 'فريق الدعم', system: 'نظامنا' },
  unverified: (address) => `رسالة من ${address}، مرسل غير مؤكد`,
  dueBy: (moment) => `سنرد في أجل أقصاه ${moment}.`,
  answer: (at) => ({
    value: `${arabicDate(at)}\n${arabicTime(at)}`,
    note: 'سيصلكم ردنا قبل هذا الموعد (بتوقيت نيس).',
  }),
  wasDue: (moment) => `كان أجل الرد ${moment}.`,
  statusIs: (status) => `الحالة: ${status}`,
  assignedTo: (name) => (name === null ? 'يتولى أحد أعضاء فريقنا معالجتها.' : `المسؤول عن معالجتها: ${name}.`),
  watching: 'أضافكم زميل إلى هذه التذكرة: يمكنكم قراءتها والرد عليها وتلقي رسائل بشأنها.',
  wrote: (name, moment) => `${name}، ${moment}`,
  files: (count) => (count === 1 ? 'ملف مرفق، في صفحة التذكرة:' : 'ملفات مرفقة، في صفحة التذكرة:'),
  file: (name, bytes) => `${name} (${formatSize('ar-TN', bytes)})`,
  earlier: (count) =>
    arabicCount(count, {
      one: 'توجد رسالة سابقة واحدة في صفحة التذكرة.',
      two: 'توجد رسالتان سابقتان في صفحة التذكرة.',
      few: (messages) => `توجد ${messages} رسائل سابقة في صفحة التذكرة.`,
      many: (messages) => `توجد ${messages} رسالة سابقة في صفحة التذكرة.`,
      other: (messages) => `توجد ${messages} رسالة سابقة في صفحة التذكرة.`,
    }),
  more: (lines) =>
    arabicCount(lines, {
      one: 'سطر آخر: قراءة النص كاملا في صفحة التذكرة',
      two: 'سطران آخران: قراءة النص كاملا في صفحة التذكرة',
      few: (count) => `${count} أسطر أخرى: قراءة النص كاملا في صفحة التذكرة`,
      many: (count) => `${count} سطرا آخر: قراءة النص كاملا في صفحة التذكرة`,
      other: (count) => `${count} سطر آخر: قراءة النص كاملا في صفحة التذكرة`,
    }),
  open: 'فتح التذكرة',
  rate: 'كيف كانت مساعدتنا؟',
  ratings: { good: 'جيدة', okay: 'مقبولة', bad: 'سيئة' },
  rates: 'تفتح كل إجابة صفحة تؤكدونها فيها، دون تسجيل الدخول.',
  works: 'تم حل المشكلة، شكرا',
  broken: 'المشكلة مستمرة',
  asks: {
    question: 'هل تم حل المشكلة؟',
    note: 'تفتح كل إجابة صفحة التذكرة، حيث تؤكدونها. دون رد منكم، سيتم إغلاق التذكرة بعد سبعة أيام.',
  },
  canReply: 'يمكنكم الرد على هذه الرسالة: يضاف ردكم إلى التذكرة.',
  cannotReply: 'يرجى الرد في صفحة التذكرة. لا تصل إليها الردود على هذه الرسالة.',
  preferences: (link) => `اختيار الرسائل التي تصلكم بشأن التذاكر: ${link}`,
  digest: {
    subject: 'مستجدات تذاكركم',
    title: 'مستجدات تذاكركم',
    preview: (count) =>
      arabicCount(count, {
        one: 'تغيرت تذكرة واحدة.',
        two: 'تغيرت تذكرتان.',
        few: (tickets) => `تغيرت ${tickets} تذاكر.`,
        many: (tickets) => `تغيرت ${tickets} تذكرة.`,
        other: (tickets) => `تغيرت ${tickets} تذكرة.`,
      }),
    intro: 'هذا ما حدث منذ الملخص الأخير.',
    ticket: (ticket, customer) => `${ticket} (${customer})`,
    button: 'فتح فضاء العملاء',
  },
};

/** A moment is read by `moment` itself. */
export const ticketArabic: TicketCopy = { ...isolateValues(texts), moment: arabicMoment };

import { isolate } from '#api/mail/isolate.ts';
import { holdMinutes } from '#contract/appointments.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';
import { arabicCount, arabicDate, arabicMoment } from '#api/mail/templates/arabic-dates.ts';
import type { AppointmentCopy, AppointmentMailData } from './appointment-english.ts';
import { guestTime } from '#api/mail/templates/guest-time.ts';

const minutesOf = (minutes: number) =>
  arabicCount(minutes, {
    one: 'دقيقة واحدة',
    two: 'دقيقتان',
    few: (count) => `${count} دقائق`,
    many: (count) => `${count} دقيقة`,
    other: (count) => `${count} دقيقة`,
  });

const clock = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone }).format(at);
const day = (at: Date, timeZone: string) => new Intl.DateTimeFormat('fr-FR', { timeZone }).format(at);

function elsewhere(at: Date, zone: string | null): string {
  const guest = guestTime(at, zone);
  if (guest === undefined) return '';
  const on = guest.isOtherDay ? `يوم ${day(at, guest.zone)} ` : '';
  return `، أي ${on}على الساعة ${clock(at, guest.zone)} عندكم (${isolate(guest.offset)})`;
}

const moment = (at: Date, zone: string | null = null) => `${arabicMoment(at.toISOString())}${elsewhere(at, zone)}`;
const fact = (at: Date, zone: string | null = null) => ({
  value: `${arabicDate(at)}\n${clock(at, officeTimeZone)}`,
  note: `بتوقيت نيس${elsewhere(at, zone)}`,
  isMoment: true,
});

const rows = ({ kind, minutes, meeting, host }: AppointmentMailData) => [
  { label: 'الموضوع', value: kind },
  { label: 'المدة', value: minutesOf(minutes) },
  { label: 'شكل الموعد', value: meeting },
  ...(host === undefined ? [] : [{ label: 'مع', value: isolate(host) }]),
];
const change = 'يمكنكم تغيير الموعد أو إلغاؤه بواسطة الزر أعلاه.';

export const appointmentArabic: AppointmentCopy = {
  kinds: {
    infrastructure: 'تقييم البنية التحتية المعلوماتية',
    cybersecurity: 'الأمن السيبراني',
    microsoft365: `الانتقال إلى ${isolate('Microsoft 365')}`,
    managed: 'الخدمات المدارة',
    general: 'استشارة معلوماتية عامة',
  },
  meetings: { video: 'اجتماع بالفيديو', phone: 'مكالمة هاتفية', onsite: 'في مقركم' },
  moment,
  fact,
  summary: (kind, company) => `${kind} – ${isolate(company)}`,
  manage: (link) => `لتغيير الموعد أو إلغائه: ${link}`,
  automatic: (company) => `تم إرسال هذه الرسالة تلقائيا بشأن موعدكم مع ${isolate(company)}.`,
  contents: {
    confirm: (data) => ({
      subject: `يرجى تأكيد موعدكم – ${data.company}`,
      preview: `الموعد محجوز لكم مدة ${minutesOf(holdMinutes)}.`,
      title: 'يرجى تأكيد موعدكم',
      fact: data.fact,
      paragraphs: [`الموعد محجوز لكم مدة ${minutesOf(holdMinutes)}، ويصبح لكم فور تأكيده.`],
      rows: rows(data),
      button: { label: 'تأكيد الموعد', link: data.link },
      after: ['إذا لم تطلبوا موعدا، فلا حاجة إلى أي إجراء: سيصبح الوقت متاحا من جديد.'],
    }),
    booked: (data) => ({
      subject: `تم حجز موعدكم – ${data.company}`,
      preview: data.at,
      title: 'تم حجز موعدكم',
      fact: data.fact,
      paragraphs: ['تجدون الدعوة الخاصة بتقويمكم مرفقة بهذه الرسالة.'],
      rows: rows(data),
      button: { label: 'إدارة الموعد', link: data.link },
      after: [change],
    }),
    rescheduled: (data) => ({
      subject: `تم تغيير وقت موعدكم – ${data.company}`,
      preview: data.at,
      title: 'تم تغيير وقت موعدكم',
      fact: data.fact,
      paragraphs: ['تحل الدعوة المرفقة محل الدعوة السابقة في تقويمكم.'],
      rows: rows(data),
      button: { label: 'إدارة الموعد', link: data.link },
      after: [change],
    }),
    cancelled: (data) => ({
      subject: `تم إلغاء موعدكم – ${data.company}`,
      preview: data.at,
      title: 'تم إلغاء موعدكم',
      fact: { ...data.fact, isOver: true },
      paragraphs: ['لن يعقد هذا الموعد. يزيله الملف المرفق من تقويمكم.'],
      rows: rows(data),
      button: { label: 'اختيار وقت آخر', link: data.newLink },
      after: [],
    }),
    reminder: (data) => ({
      subject: `تذكير بموعدكم – ${data.company}`,
      preview: data.at,
      title: 'موعدكم قريب',
      fact: data.fact,
      paragraphs: [],
      rows: rows(data),
      button: { label: 'إدارة الموعد', link: data.link },
      after: [change],
    }),
  },
};

import type { AppointmentNotice, AppointmentTemplate, MailContent } from '#api/mail/mail.ts';
import type { AppointmentKind, Meeting } from '#contract/appointments.ts';
import { holdMinutes } from '#contract/appointments.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';
import { guestTime } from '#api/mail/templates/guest-time.ts';

type Fact = NonNullable<MailContent['fact']>;

export interface AppointmentMailData {
  kind: string;
  meeting: string;
  /** Day and time, as a part of a sentence. */
  at: string;
  fact: Fact;
  minutes: number;
  /** Undefined once the staff member has left. */
  host: string | undefined;
  /** Confirms it, or lets its reader move or cancel it. */
  link: string;
  /** Where another time can be chosen. */
  newLink: string;
  company: string;
}

export interface AppointmentCopy {
  kinds: Record<AppointmentKind, string>;
  meetings: Record<Meeting, string>;
  /** In Nice, and where the guest is if the time differs there. */
  moment: (at: Date, zone?: string | null) => string;
  /** The same in two lines: day and time, then whose clock. */
  fact: (at: Date, zone?: string | null) => Fact;
  /** What a calendar shows. */
  summary: (kind: string, company: string) => string;
  /** In the event of a calendar. */
  manage: (link: string) => string;
  /** Why the guest gets these mails: visitors know nothing of the portal. */
  automatic: (company: string) => string;
  contents: Record<AppointmentTemplate, (data: AppointmentMailData) => MailContent>;
}

/** For a host. */
export interface AppointmentNoticeData extends Omit<AppointmentMailData, 'host' | 'newLink'> {
  guest: string;
  guestCompany: string;
  email: string;
  phone: string;
  additionalInfo: string;
  /** When it was, if it was moved. */
  before: string | undefined;
  /** Another host has it now. */
  isLost: boolean;
}
export interface NoticeCopy {
  notices: Record<AppointmentNotice, (data: AppointmentNoticeData) => MailContent>;
}

const date = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(at);
const time = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at);

function elsewhere(at: Date, zone: string | null): string {
  const guest = guestTime(at, zone);
  if (guest === undefined) return '';
  const day = guest.isOtherDay ? `${date(at, guest.zone)} at ` : '';
  return `, which is ${day}${time(at, guest.zone)} where you are (${guest.offset})`;
}

const moment = (at: Date, zone: string | null = null) =>
  `${date(at, officeTimeZone)} at ${time(at, officeTimeZone)} (Nice time)${elsewhere(at, zone)}`;
const fact = (at: Date, zone: string | null = null) => ({
  value: `${date(at, officeTimeZone)}\n${time(at, officeTimeZone)}`,
  note: `Nice time${elsewhere(at, zone)}`,
  isMoment: true,
});

const rows = ({ kind, minutes, meeting, host }: AppointmentMailData) => [
  { label: 'Subject', value: kind },
  { label: 'Duration', value: `${minutes} minutes` },
  { label: 'Meeting', value: meeting },
  ...(host === undefined ? [] : [{ label: 'With', value: host }]),
];
const change = 'You can move or cancel the appointment with the button above.';

export const appointmentEnglish: AppointmentCopy = {
  kinds: {
    infrastructure: 'IT infrastructure assessment',
    cybersecurity: 'Cybersecurity',
    microsoft365: 'Microsoft 365 migration',
    managed: 'Managed services',
    general: 'General IT',
  },
  meetings: { video: 'video conference', phone: 'phone', onsite: 'on site' },
  moment,
  fact,
  summary: (kind, company) => `${kind} – ${company}`,
  manage: (link) => `Move or cancel: ${link}`,
  automatic: (company) => `This message was sent automatically, about your appointment with ${company}.`,
  contents: {
    confirm: (data) => ({
      subject: `Please confirm your appointment – ${data.company}`,
      preview: `The time is held for ${holdMinutes} minutes.`,
      title: 'Please confirm your appointment',
      fact: data.fact,
      paragraphs: [`The time is held for ${holdMinutes} minutes. It is yours once you have confirmed it.`],
      rows: rows(data),
      button: { label: 'Confirm the appointment', link: data.link },
      after: ['If you did not ask for an appointment, there is nothing to do: the time becomes free again.'],
    }),
    booked: (data) => ({
      subject: `Your appointment is booked – ${data.company}`,
      preview: data.at,
      title: 'Your appointment is booked',
      fact: data.fact,
      paragraphs: ['The invitation for your calendar is attached.'],
      rows: rows(data),
      button: { label: 'Manage the appointment', link: data.link },
      after: [change],
    }),
    rescheduled: (data) => ({
      subject: `Your appointment has a new time – ${data.company}`,
      preview: data.at,
      title: 'Your appointment has a new time',
      fact: data.fact,
      paragraphs: ['The attached invitation replaces the one before in your calendar.'],
      rows: rows(data),
      button: { label: 'Manage the appointment', link: data.link },
      after: [change],
    }),
    cancelled: (data) => ({
      subject: `Your appointment is cancelled – ${data.company}`,
      preview: data.at,
      title: 'Your appointment is cancelled',
      fact: { ...data.fact, isOver: true },
      paragraphs: ['It does not take place. The attached file removes it from your calendar.'],
      rows: rows(data),
      button: { label: 'Choose another time', link: data.newLink },
      after: [],
    }),
    reminder: (data) => ({
      subject: `Reminder of your appointment – ${data.company}`,
      preview: data.at,
      title: 'Your appointment is soon',
      fact: data.fact,
      paragraphs: [],
      rows: rows(data),
      button: { label: 'Manage the appointment', link: data.link },
      after: [change],
    }),
  },
};

const describe = ({ kind, minutes, meeting, before, guest, guestCompany, email, phone }: AppointmentNoticeData) => [
  ...(before === undefined ? [] : [{ label: 'Before', value: before }]),
  { label: 'Subject', value: kind },
  { label: 'Duration', value: `${minutes} minutes` },
  { label: 'Meeting', value: meeting },
  { label: 'Guest', value: `${guest}${guestCompany === '' ? '' : `, ${guestCompany}`}` },
  { label: 'Email address', value: email },
  ...(phone === '' ? [] : [{ label: 'Phone', value: phone }]),
];
const notice = (data: AppointmentNoticeData, title: string, more: string[], isOver = false): MailContent => ({
  subject: `${title}: ${data.guest}`,
  preview: data.at,
  title,
  fact: { ...data.fact, isOver },
  paragraphs: more,
  rows: describe(data),
  messages: data.additionalInfo === '' ? [] : [{ heading: 'What the guest wrote', body: data.additionalInfo }],
  button: { label: 'Open the appointments', link: data.link },
  after: [],
  automatic: `You get this mail because you offer appointments at ${data.company}.`,
});

export const noticeEnglish: NoticeCopy = {
  notices: {
    booked: (data) => notice(data, 'New appointment', ['The invitation for your calendar is attached.']),
    rescheduled: (data) =>
      notice(data, 'Appointment moved', ['The attached invitation replaces the one before in your calendar.']),
    cancelled: (data) =>
      notice(
        data,
        data.isLost ? 'Appointment taken over' : 'Appointment cancelled',
        [
          ...(data.isLost ? ['It was moved, and a colleague has it now.'] : []),
          'The attached file removes it from your calendar.',
        ],
        true,
      ),
  },
};

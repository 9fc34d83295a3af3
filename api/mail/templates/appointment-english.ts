import type { AppointmentTemplate, MailContent } from '#api/mail/mail.ts';
import type { AppointmentKind, Meeting } from '#contract/appointments.ts';
import { holdMinutes } from '#contract/appointments.ts';

export interface AppointmentMailData {
  kind: string;
  meeting: string;
  /** Day and time. */
  at: string;
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
  moment: (at: Date) => string;
  /** What a calendar shows. */
  summary: (kind: string, company: string) => string;
  /** In the event of a calendar. */
  manage: (link: string) => string;
  contents: Record<AppointmentTemplate, (data: AppointmentMailData) => MailContent>;
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Europe/Paris' });
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Paris' });

const lines = ({ kind, at, minutes, meeting, host }: AppointmentMailData) => [
  `${kind}: ${at}, ${minutes} minutes.`,
  `Meeting: ${meeting}${host === undefined ? '' : `, with ${host}`}.`,
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
  moment: (at) => `${dates.format(at)} at ${times.format(at)} (Paris time)`,
  summary: (kind, company) => `${kind} – ${company}`,
  manage: (link) => `Move or cancel: ${link}`,
  contents: {
    confirm: (data) => ({
      subject: `Please confirm your appointment – ${data.company}`,
      preview: `The time is held for ${holdMinutes} minutes.`,
      title: 'Please confirm your appointment',
      paragraphs: [
        ...lines(data),
        `The time is held for ${holdMinutes} minutes. It is yours once you have confirmed it.`,
      ],
      button: { label: 'Confirm the appointment', link: data.link },
      after: ['If you did not ask for an appointment, there is nothing to do: the time becomes free again.'],
    }),
    booked: (data) => ({
      subject: `Your appointment is booked – ${data.company}`,
      preview: data.at,
      title: 'Your appointment is booked',
      paragraphs: [...lines(data), 'The invitation for your calendar is attached.'],
      button: { label: 'Manage the appointment', link: data.link },
      after: [change],
    }),
    rescheduled: (data) => ({
      subject: `Your appointment has a new time – ${data.company}`,
      preview: data.at,
      title: 'Your appointment has a new time',
      paragraphs: [...lines(data), 'The attached invitation replaces the one before in your calendar.'],
      button: { label: 'Manage the appointment', link: data.link },
      after: [change],
    }),
    cancelled: (data) => ({
      subject: `Your appointment is cancelled – ${data.company}`,
      preview: data.at,
      title: 'Your appointment is cancelled',
      paragraphs: [...lines(data), 'It does not take place. The attached file removes it from your calendar.'],
      button: { label: 'Choose another time', link: data.newLink },
      after: [],
    }),
    reminder: (data) => ({
      subject: `Reminder of your appointment – ${data.company}`,
      preview: data.at,
      title: 'Your appointment is soon',
      paragraphs: lines(data),
      button: { label: 'Manage the appointment', link: data.link },
      after: [change],
    }),
  },
};

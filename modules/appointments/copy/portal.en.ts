import { plural } from '#content/plural.ts';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import { company } from '#content/site.ts';

export const picker: SlotPickerCopy = {
  day: 'Day',
  times: (day) => `Free times on ${day}`,
  previous: 'Previous week',
  next: 'Next week',
  week: (from, to) => `${from} to ${to}`,
  none: 'none',
  free: plural({ one: () => '1 free', other: (count) => `${count} free` }),
  described: (day, free) => `${day}, ${free}`,
  zone: 'In Nice’s time, which is yours too.',
  zones: 'In Nice’s time, with yours below.',
  yours: (time) => `${time} for you`,
  chosen: (day, from, to, yours) =>
    `${day}, ${from} to ${to} in Nice${yours === undefined ? '' : ` (${yours} for you)`}`,
  loading: 'Looking for free times…',
  empty: 'No time is free in the coming weeks.',
  failed: 'The free times could not be loaded.',
  retry: 'Try again',
  taken: 'Somebody has just taken this time. Please choose another one.',
};

/** The user's appointments, and those behind the links in mails. */
export const appointments = {
  title: 'Appointments',
  description: 'Talk to a specialist: 30 to 60 minutes, by video, by phone or on site.',
  back: 'Back to support',
  load: { loading: 'Loading appointments…', failed: 'The appointments could not be loaded' },
  kinds: {
    infrastructure: 'IT infrastructure assessment',
    cybersecurity: 'Cybersecurity',
    microsoft365: 'Microsoft 365 migration',
    managed: 'Managed services',
    general: 'General IT',
  },
  minutes: (count: string) => `${count} min`,
  meetings: { video: 'Video conference', phone: 'Phone', onsite: 'On site' },
  statuses: {
    held: 'To be confirmed',
    booked: 'Booked',
    done: 'Took place',
    cancelled: 'Cancelled',
    no_show: 'Missed',
  },
  host: (name: string) => `With ${name}`,
  coming: 'Coming up',
  noneComing: 'You have no appointment ahead.',
  past: 'Past and cancelled',
  nonePast: 'There is none yet.',
  book: {
    open: 'Book an appointment',
    title: 'Book an appointment',
    description: 'It is confirmed at once; the invitation follows by email.',
    kind: 'What is it about?',
    meeting: 'How do we meet?',
    phone: 'Phone number',
    phoneHint: 'We call you on this number.',
    phoneMissing: 'Please enter the number on which we call you.',
    info: 'What should we know?',
    infoHint: 'Context, questions, participants. On site: city and country.',
    time: 'When?',
    timeMissing: 'Please choose a day and a time.',
    submit: 'Book',
    busy: 'Booking…',
    done: 'Appointment booked',
  },
  move: {
    open: 'Move',
    title: 'Move the appointment',
    submit: 'Move to this time',
    busy: 'Moving…',
    done: 'Appointment moved',
    doneText: 'The new invitation is on its way to your mailbox.',
  },
  cancel: {
    open: 'Cancel',
    title: 'Cancel this appointment?',
    text: 'The time becomes free for others, and your calendar is told by email.',
    submit: 'Cancel the appointment',
    keep: 'Keep it',
    busy: 'Cancelling…',
    done: 'Appointment cancelled',
    doneText: 'A mail removes it from your calendar.',
  },
  calendar: 'Add to calendar',
  /** In the calendar. */
  summary: (kind: string) => `${kind} – ${company.name}`,
  fileName: 'appointment.ics',
  over: 'This appointment has begun, is over or was cancelled: it can no longer be changed.',
  tooMany: 'You have several appointments ahead already. Please cancel one of them, or write to us.',
  tooManyAhead:
    'Several appointments are already booked for you, your organization or your network. Cancel one of them, or call us.',
  tooManyRequests: 'That was a lot in a short time. Please try again in an hour, or call us.',
  failed: 'That did not work. Please try again in a moment.',
  link: {
    loading: 'Looking for your appointment…',
    confirm: {
      title: 'Confirm your appointment',
      text: 'Until you confirm it, the time is only held for you.',
      submit: 'Confirm the appointment',
      busy: 'Confirming…',
    },
    confirmed: {
      title: 'Your appointment is booked',
      text: 'The invitation is on its way to your mailbox. You can move or cancel the appointment with the link in that mail.',
    },
    booked: { title: 'Your appointment', text: 'You can move it to another free time, or cancel it.' },
    expired: {
      title: 'The time is no longer held',
      text: 'The 15 minutes are over. Confirm it now: it is yours if nobody has taken it.',
    },
    taken: {
      title: 'Somebody else has this time',
      text: 'It was held for 15 minutes, and was booked by somebody else afterwards. Please choose another time.',
      action: 'Choose another time',
    },
    cancelled: {
      title: 'This appointment was cancelled',
      text: 'If you want to meet us after all, choose another time.',
      action: 'Choose another time',
    },
    past: {
      title: 'This appointment is over',
      text: 'Is anything left to discuss? Book another one, or write to us.',
      action: 'Book another one',
    },
    invalid: {
      title: 'This link is not valid',
      text: 'It is incomplete, or the appointment is no longer stored. Open the link in the last mail again, or book another time.',
      action: 'Book another time',
    },
    retry: 'Try again',
    close: 'Close',
  },
};
export type AppointmentsCopy = typeof appointments;

import type { Capability } from '#api/capability.ts';
import { deleteRule, past } from '#api/db/retention-rule.ts';
import { id, ofCustomer, ofUsers, type PersonalData } from '#api/lib/personal-data.ts';
import { appointmentHandlers } from './appointment-mails.ts';
import { insertAppointments } from './demo.ts';
import { prepareAppointmentMails } from './prepare-mails.ts';

const appointmentData = (where: string): PersonalData => ({
  name: 'appointments',
  about: 'Appointments with our staff',
  table: 'appointments',
  where,
  order: 'stored.starts_at, stored.id',
  columns: {
    id,
    user_id: 'who booked it (see users); empty for a visitor',
    kind: 'what it is about',
    starts_at: 'when it begins',
    ends_at: 'when it ends',
    status: 'held, booked, done, cancelled or no_show',
    meeting: 'video, phone or onsite',
    name: 'name of the guest',
    company: 'company of the guest',
    email: 'email address of the guest',
    phone: 'phone number of the guest',
    answers: 'what the guest wrote',
    zone: 'time zone of the guest’s browser',
    network: 'network that a visitor asked from (/24 or /48)',
    held_until: 'until when the time was held, before it was confirmed',
    booked_at: 'when this time was agreed on',
    reminded_at: 'when we reminded of it',
    cancelled_at: 'when it was cancelled',
    cancelled_by: 'guest, staff or expiry',
    created_at: 'when it was asked for',
  },
});

export const appointments: Capability = {
  name: 'appointments',
  isOn: ({ hasBooking }) => hasBooking === true,
  paths: [
    '/appointments/*',
    '/portal/appointments/*',
    '/desk/appointments/*',
    '/desk/hosts/*',
    '/desk/calendar-feeds/*',
  ],
  tables: {
    appointments: {
      retention: [
        // For prospects and customers: a note of when we met. product §9
        deleteRule('appointments', past('ends_at', '3 years'), 'appointments', '3 years after them'),
        deleteRule(
          'appointments',
          `booked_at IS NULL AND ${past('held_until', '1 day')}`,
          'appointments that were not confirmed',
          '1 day',
        ),
      ],
      personal: {
        ofCustomer: appointmentData(ofCustomer),
        ofUser: appointmentData(`${ofUsers} OR lower(stored.email) = ANY(subject.emails)`),
      },
    },
    hosts: {
      goesWith: 'nothing: hours of our staff, without a name once they have left',
      personal: 'hours of our staff',
    },
    host_exceptions: { goesWith: 'its host', personal: 'hours of our staff' },
  },
  work: ({ settings, database, log }) => ({
    jobs: appointmentHandlers(settings, log),
    mails: prepareAppointmentMails({ database, siteUrl: settings.siteUrl, mailFrom: settings.mailFrom }),
  }),
  demo: (tx, { days, staffIds: [staffId], first }) => insertAppointments(tx, days, { staffId, ...first }),
};

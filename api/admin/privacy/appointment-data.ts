import { id, type PersonalData } from './user-data.ts';

export const appointments = (where: string): PersonalData => ({
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
    held_until: 'until when the time was held, before it was confirmed',
    booked_at: 'when this time was agreed on',
    reminded_at: 'when we reminded of it',
    cancelled_at: 'when it was cancelled',
    cancelled_by: 'guest, staff or expiry',
    created_at: 'when it was asked for',
  },
});

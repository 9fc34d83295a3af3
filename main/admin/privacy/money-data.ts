import { id, ofUsers, type PersonalData } from '#api/lib/personal-data.ts';

export const bankNotices: PersonalData = {
  name: 'bank_notices',
  about: 'When we told this user of a new bank account of ours, and whether they raised an alarm',
  table: 'bank_notices',
  where: ofUsers,
  order: 'stored.created_at, stored.id',
  columns: {
    id,
    user_id: 'whom we told (see users)',
    created_at: 'when',
    alarm_at: 'when they raised an alarm, if they did',
    dismissed_at: 'when we dismissed it',
  },
};

export const reminders = (where: string): PersonalData => ({
  name: 'invoice_reminders',
  about: 'Reminders of invoices',
  table: 'invoice_reminders',
  where,
  order: 'stored.created_at, stored.id',
  columns: {
    id,
    invoice_id: 'which invoice (see invoices)',
    user_id: 'who was reminded (see users)',
    due_date: 'the due date at that time',
    stage: 'how many days after the due date; before it, if negative',
    created_at: 'when it was enqueued',
    sent_at: 'when it was sent',
  },
});

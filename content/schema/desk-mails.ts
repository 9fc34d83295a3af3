import { z } from 'zod';
import { counted, dialog, field, labels } from './desk.ts';
import { text } from './text.ts';

/** Mails that wait for staff. Words in braces are replaced by the desk. */
export const mailsCopy = z.object({
  title: text,
  description: text,
  count: counted,
  empty: text,
  noSubject: text,
  noSender: text,
  from: text,
  sender: text,
  customers: text,
  noCustomer: text,
  authentication: labels,
  forgery: text,
  recipients: text,
  received: text,
  files: counted,
  ticket: text,
  reason: text,
  /** By the names in api/mail/inbound. */
  reasons: labels,
  otherReason: text,
  read: text,
  hide: text,
  text: text,
  noText: text,
  original: text,
  publish: text,
  discard: text,
  discardSender: text,
  choose: text,
  tickets: text,
  ownTickets: text,
  publishing: dialog,
  /** Before a mail is published to another customer than its sender's. */
  otherCustomer: dialog,
  body: field,
  published: text,
  skipped: text,
  discarding: dialog,
  discardingSender: dialog,
  discarded: text,
  discardedCount: counted,
  changedMeanwhile: text,
});
export type MailsCopy = z.infer<typeof mailsCopy>;

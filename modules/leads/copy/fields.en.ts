import type { LeadFields, LeadReasons } from './fields.fr.ts';

export const leadFields: LeadFields = {
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  service: 'Service',
  message: 'Message',
  employees: 'Employees',
  industry: 'Industry',
  currentChallenges: 'Current challenges',
  priority: 'Priority',
  timeline: 'Timeline',
  agreeTerms: 'Terms accepted',
  consultationType: 'Kind of consultation',
  preferredDate: 'Preferred date',
  preferredTime: 'Preferred time',
  meetingType: 'Kind of meeting',
  additionalInfo: 'Details',
};

export const leadReasons: LeadReasons = {
  honeypot: 'a field that nobody sees is filled in',
  no_script: 'sent without JavaScript',
  no_proof: 'no proof of work',
  proof_invalid: 'wrong proof of work',
  proof_replayed: 'proof of work used before',
  too_fast: 'filled in within three seconds',
  too_late: 'page open for more than a day',
  network_limit: 'many submissions from the same network',
  mailbox_limit: 'many submissions with the same email address',
  links: 'too many links',
  markup: 'markup in the text',
  repeated: 'repetitive text',
  same_text: 'same text as others',
  mixed_scripts: 'mixed scripts',
  shouting: 'text in capitals',
};

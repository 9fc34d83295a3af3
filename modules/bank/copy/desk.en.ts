import { plural } from '#content/plural.ts';
import type { BankCopy } from './desk.fr.ts';

export const bank: BankCopy = {
  title: 'Bank account',
  description:
    'The account to which our customers pay. One person proposes it, another approves it, then 72 hours pass: the database enforces this.',
  propose: 'Propose an account',
  onlyOne:
    'Only one person has the “administration” permission: they can propose an account, but nobody can approve it. Give this permission to a second staff member.',
  active: {
    title: 'Active account',
    none: 'No active account: documents and the customer portal show none.',
    since: (moment) => `Active since ${moment}`,
    verify: 'The public verification page',
  },
  otherIbans: {
    title: 'Invoices with another IBAN',
    hint: 'Call the holder of the account, at a number that you know. Once confirmed, the invoice can be imported with this IBAN.',
    invoice: (number, customer) => `Invoice ${number} for ${customer}`,
    requestedBy: (name, moment) => `Import requested by ${name} on ${moment}`,
    own: 'You are importing this invoice: another administrator has to confirm its IBAN.',
    confirm: 'Confirm this IBAN',
    reject: 'Reject',
    withdraw: 'Cancel the request',
  },
  confirmIbanDialog: {
    title: 'Confirm the IBAN of this invoice',
    description:
      'The customer will see a file with this IBAN. Our active account does not change, and the portal still shows it.',
    submit: 'Confirm',
  },
  rejectIbanDialog: {
    title: 'Reject the IBAN of this invoice',
    description: 'The file will not be imported. The audit log keeps the decision.',
    submit: 'Reject',
  },
  pending: 'In progress',
  history: 'History',
  noHistory: 'No former accounts.',
  iban: 'IBAN',
  bic: 'BIC',
  holder: 'Account holder',
  fingerprint: 'Fingerprint',
  copy: 'Copy the IBAN',
  copied: 'Copied',
  states: {
    proposed: 'Proposed',
    blocked: 'Blocked by an alarm',
    waiting: 'Approved, waiting',
    active: 'Active',
    replaced: 'Replaced',
    withdrawn: 'Withdrawn',
    rejected: 'Rejected',
  },
  unknown: 'somebody who has left',
  proposedBy: (name, moment) => `Proposed by ${name} on ${moment}`,
  approvedBy: (name, moment) => `Approved by ${name} on ${moment}`,
  activeFrom: (moment) => `Active from ${moment}`,
  activeDuring: (from, until) => `Active from ${from} to ${until}`,
  endedBy: (name, moment, reason) => `Ended by ${name} on ${moment}: ${reason}`,
  told: plural({
    one: () => 'One person was notified by email.',
    other: (count) => `${count} people were notified by email.`,
  }),
  own: 'You have proposed this account: another administrator has to approve it.',
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  alarms: {
    title: 'Customers’ alarms',
    raised: (who, moment) => `${who} raised an alarm on ${moment}`,
    deleted: 'A deleted account',
    dismissed: (name, moment, reason) => `Dismissed by ${name} on ${moment}: ${reason}`,
    dismiss: 'Dismiss',
    own: 'Another administrator has to dismiss this alarm.',
  },
  proposeDialog: {
    title: 'Propose a bank account',
    description:
      'Everybody who sees invoices of our customers gets an email, with a link to raise an alarm. Copy the details from the bank’s own document, not from an email.',
    submit: 'Propose and notify the customers',
  },
  approveDialog: {
    title: 'Approve this bank account',
    description:
      'Type the IBAN from the bank’s document, without copying it from this screen. The account becomes active in 72 hours, unless there is an alarm.',
    submit: 'Approve',
  },
  rejectDialog: {
    title: 'Reject this bank account',
    description: 'It can no longer be approved. The audit log keeps the reason.',
    submit: 'Reject',
  },
  withdrawDialog: {
    title: 'Withdraw this bank account',
    description:
      'It is no longer shown. The active account is then the one before it that was not withdrawn, if there is one.',
    submit: 'Withdraw',
  },
  dismissDialog: {
    title: 'Dismiss this alarm',
    description: 'Call this customer first, at the number that you know. The account can then become active.',
    submit: 'Dismiss the alarm',
  },
  reason: { label: 'Reason', hint: 'Without personal data: the audit log keeps it.' },
  bicHint: '8 or 11 characters.',
  invalidIban: 'This IBAN is not valid: check its length and every digit.',
  invalidBic: 'A BIC has 8 or 11 letters and digits.',
  done: {
    propose: 'Account proposed. The customers are notified.',
    approve: 'Account approved: active in 72 hours, unless there is an alarm.',
    end: 'The account is no longer in use.',
    dismiss: 'Alarm dismissed.',
    confirmIban: 'IBAN confirmed: the invoice can be imported.',
    rejectIban: 'IBAN rejected.',
  },
};

import type { Templates } from '#api/mail/mail.ts';

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });
const moment = (at: string) => `${moments.format(new Date(at))} (Nice time)`;

/** Mails about our bank accounts. */
export const moneyEnglish: Pick<Templates, 'bank-proposed' | 'bank-alarm' | 'invoice-iban-staff'> = {
  'bank-proposed': ({ account, readyAt, link, verifyLink }, company) => ({
    subject: `A new bank account is being prepared – ${company}`,
    preview: 'Nothing changes for now: please keep paying to the account that you know.',
    title: 'We are preparing a new bank account',
    paragraphs: [
      `A member of our staff has proposed a new bank account for your payments. A second one has to approve it.`,
      'Nothing changes for now: please keep paying to the account that the portal shows. We never ask you by mail to pay to another one.',
      'Do you doubt this announcement, or did somebody send you this account as ours already? Raise an alarm: the account then cannot become active before we have looked into it.',
    ],
    rows: [
      { label: 'Account ending', value: account.replace(' ', '\u00a0…\u00a0') },
      { label: 'Not before', value: moment(readyAt) },
    ],
    button: { label: 'Raise an alarm', link, variant: 'danger-outline' },
    after: [
      'If nothing seems wrong to you, there is nothing to do.',
      `You can check an account number at any time: ${verifyLink}`,
    ],
  }),
  'bank-alarm': ({ account, link }, company) => ({
    subject: `Alarm about bank account ${account} – ${company}`,
    preview: 'A customer does not trust the bank account that was announced.',
    title: 'A customer has raised an alarm',
    paragraphs: [
      `A customer does not trust the bank account ${account.replace(' ', '\u00a0…\u00a0')} that was announced. Unless it was active already, it cannot become active while the alarm is open.`,
      'Call the customer, at the number that you know. An admin who did not propose the account then dismisses the alarm or rejects the account.',
    ],
    button: { label: 'Open the bank accounts', link },
  }),
  'invoice-iban-staff': ({ number, sender, isRefused, link }, company) => ({
    subject: `Another IBAN in invoice ${number} – ${company}`,
    preview: 'This account is not our active one.',
    title: 'An invoice with another IBAN',
    paragraphs:
      isRefused === 'yes'
        ? [
            `The API key “${sender}” sent invoice ${number}, whose IBAN is not that of our active account. It was refused.`,
            'If you cannot explain it, revoke the key and check the program that uses it.',
          ]
        : [
            `${sender} is importing invoice ${number}, whose IBAN is not that of our active account. A second person has to confirm this number.`,
            'Before you confirm it, call the holder of the account, at a number that you know.',
          ],
    button: { label: 'Open the bank accounts', link },
    after: ['Each sender causes at most one email per hour: other invoices may be affected.'],
  }),
};

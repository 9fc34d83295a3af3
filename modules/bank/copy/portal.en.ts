export const bank = {
  title: 'Our bank account',
  load: {
    loading: 'Loading our bank account…',
    failed: 'Our bank account could not be loaded',
  },
  none: 'We have no verified bank account at the moment. Please call us before you pay.',
  iban: 'IBAN',
  bic: 'BIC',
  holder: 'Account holder',
  fingerprint: 'Fingerprint',
  fingerprintHint:
    'These four French words follow from the IBAN. They stand on every document and mail of ours about money.',
  copy: (what: string) => `Copy: ${what}`,
  copied: 'Copied',
  since: (day: string) => `Verified, in use since ${day}`,
  verify: 'Check an IBAN that you received',
  warning: 'We never ask by mail to pay to another account. If in doubt, call us at the number that you know.',
  announced: {
    title: 'A new account is being prepared',
    text: (end: string) =>
      `It ends in ${end}. Do not pay to it yet: two of our staff have to act, and 72 hours have to pass.`,
    from: (moment: string) => `It can be in use from ${moment}.`,
  },
  history: {
    title: 'Former accounts',
    during: (from: string, until: string) => `In use from ${from} to ${until}`,
  },
};
export type BankCopy = typeof bank;

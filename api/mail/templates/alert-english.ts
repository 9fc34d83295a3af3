import type { AlertItem } from '#api/mail/alert-item.ts';
import type { Templates } from '#api/mail/mail.ts';
import type { CheckName } from '#contract/checks.ts';

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });
const moment = (at: string) => `${moments.format(new Date(at))} (Nice time)`;

const hours = (seconds: number) => `${Math.floor(seconds / 3600)} hours`;
const days = (seconds: number) => `${Math.floor(seconds / 86_400)} days`;
const minutes = (seconds: number) => `${Math.floor(seconds / 60)} minutes`;

/** What fails, and what to do. `value` is null where nothing could be measured. */
const failures: Record<CheckName, { title: string; text: (value: number | null) => string; ended: string }> = {
  database: {
    title: 'Database unreachable',
    text: () =>
      'The server has not reached its database for at least five minutes: pages are online, the portal and the desk are not. Check that PostgreSQL runs and that its disk is not full. The server reconnects by itself.',
    ended: 'The database responds again.',
  },
  instances: {
    title: 'Instance not responding',
    text: (value) =>
      `${value ?? 0} of the addresses in UPSTREAMS, METRICS and MAIL_IN have not responded for a minute. The site stays online as long as one instance responds, but an upgrade would interrupt it. Run "rempart-azur doctor", which names them.`,
    ended: 'All instances respond again.',
  },
  backup: {
    title: 'Backup failed or too old',
    text: (value) =>
      `${value === null ? 'No complete backup is known' : `The last complete backup is ${hours(value)} old`}, or the next one failed. Run "systemctl start rempart-azur-backup", then read "journalctl -u rempart-azur-backup".`,
    ended: 'A complete backup was made.',
  },
  proof: {
    title: 'Backup not proven',
    text: (value) =>
      `${value === null ? 'No backup has been restored to prove it' : `The last backup that was restored to prove it is from ${days(value)} ago`}, or the last attempt failed. Run "systemctl start rempart-azur-prove", then read "journalctl -u rempart-azur-prove".`,
    ended: 'A backup was restored and checked.',
  },
  outbound: {
    title: 'Nothing is sent',
    text: () => 'This copy was restored from a backup: no email and no webhook leaves it until "rempart-azur resume".',
    ended: 'Emails and webhooks are sent again.',
  },
  mail: {
    title: 'Mails stuck',
    text: (value) =>
      `A mail has been waiting for ${minutes(value ?? 0)}. The mail server is down or rejects our credentials: the log has the reason ("mail not sent yet"). Nothing is lost, and mails are sent by themselves afterwards.`,
    ended: 'Mails are sent again.',
  },
  jobs: {
    title: 'Background jobs stuck',
    text: (value) =>
      `A background job should have started ${minutes(value ?? 0)} ago. Read the log of the server, then restart it.`,
    ended: 'Background jobs run again.',
  },
  disk: {
    title: 'Disk nearly full',
    text: (value) =>
      `${Math.floor((value ?? 0) * 100)} % of the disk of DATA_DIR is left. Free some space or enlarge it: below the reserve (DISK_RESERVE), files and received mails are rejected.`,
    ended: 'The disk has room again.',
  },
  scanner: {
    title: 'Virus scanner down',
    text: () =>
      'clamd does not respond: new files wait, and nobody can open them. Check "systemctl status clamav-daemon".',
    ended: 'The virus scanner responds again.',
  },
  certificate: {
    title: 'Certificate about to expire',
    text: (value) =>
      (value ?? 0) < 0
        ? 'The certificate of the site has expired: browsers refuse to open it. Run "certbot renew", then reload nginx.'
        : `The certificate of the site expires in ${Math.floor(value ?? 0)} days and was not renewed. Run "certbot renew", then reload nginx.`,
    ended: 'The certificate was renewed.',
  },
};

const states: Record<AlertItem['state'], string> = { began: 'Alert', continues: 'Reminder', ended: 'All clear' };

function line({ name, scope, state, since, value }: AlertItem): string {
  const { title, text, ended } = failures[name];
  const where = scope === '' ? '' : ` (${scope})`;
  if (state === 'ended') return `${states.ended}${where}: ${ended} It began on ${moment(since)}.`;
  const from = state === 'continues' ? ` Since ${moment(since)}.` : '';
  return `${title}${where}. ${text(value)}${from}`;
}

const accountStates = new Map([
  ['active', 'active'],
  ['waiting', 'approved, not active yet'],
  ['proposed', 'proposed'],
  ['blocked', 'blocked by an alarm'],
]);

export const alertEnglish: Pick<Templates, 'alert-staff' | 'restored-staff'> = {
  'restored-staff': ({ asOf, restoredAt, isSigned, staff, accounts, link }, company) => ({
    subject: `A backup was restored – ${company}`,
    preview: 'Compare staff and bank accounts with those that you know.',
    title: 'A backup was restored',
    paragraphs: [
      `The portal was restored on ${moment(restoredAt)} from a backup of ${moment(asOf)}, and sends emails again.`,
      ...(isSigned === 'yes' ? [] : ['That backup was not signed: somebody may have forged it.']),
      `Its staff: ${staff.map((member) => `${member.email} (${member.permissions})`).join('; ')}.`,
      accounts.length === 0
        ? 'It has no bank account.'
        : `Its bank accounts: ${accounts.map((one) => `${one.account.replace(' ', '\u00a0…\u00a0')} (${accountStates.get(one.state) ?? one.state})`).join('; ')}.`,
      'If somebody or an account does not belong there, suspend them at once, and withdraw the account.',
    ],
    button: { label: 'Open the audit log', link },
  }),
  'alert-staff': ({ items, link }, company) => {
    const first = items.find(({ state }) => state !== 'ended') ?? items[0];
    const heading = first === undefined ? states.ended : states[first.state];
    const title = `${heading}: ${first === undefined ? '' : failures[first.name].title.toLowerCase()}`;
    return {
      subject: `${title}${items.length > 1 ? ` (+${items.length - 1})` : ''} – ${company}`,
      preview: first === undefined ? heading : line(first),
      title,
      paragraphs: items.map(line),
      button: { label: 'Open the state of the service', link },
      after: ['A reminder follows every day while it lasts, and a message when it is over.'],
      automatic: `This message was sent automatically by the server of ${company}, to the mailbox of ALERT_TO.`,
    };
  },
};

import { type Locale, locales } from '#api/mail/mail.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { aboutUser, inviteUser, linkUser, resendInvitation } from '#api/admin/invite-user.ts';
import { endSessions } from '#api/admin/sessions.ts';
import { type ListedUser, listUsers, removeFactors, unlinkUser } from '#api/admin/users.ts';
import { startWarnings } from '#api/lib/start-warnings.ts';
import { type Command, type CommandContext, json, type Options, UsageError } from '../command.ts';
import { type Output, table } from '../output.ts';

const customer = { value: 'customer', about: 'by name or id' };
const language = { value: 'en|fr', about: 'the language of the mail (en)' };

function givenLocale(options: Options): Locale | undefined {
  const given = options.text('language');
  if (given === undefined) return undefined;
  const locale = locales.find((known) => known === given);
  if (locale === undefined) throw new UsageError(`--language is "${given}", and must be one of ${locales.join(', ')}`);
  return locale;
}

const localeOf = (options: Options): Locale => givenLocale(options) ?? 'en';

/** Where links in mails lead. On another machine than the server's, or in another shell, that is easily forgotten. */
function linksTo(settings: CommandContext['settings'], output: Output): string {
  for (const warning of startWarnings(settings, [])) output.err(warning);
  return settings.siteUrl;
}

/** Whether a mail arrived is known later, and shown by another command. */
const tellHowToFollow = (output: Output, customerName: string) =>
  output.out(`To see whether the mail arrived: npm run portal -- users list --customer "${customerName}"`);

export const inviteUserCommand: Command = {
  name: 'users invite',
  summary: 'Give a person access to a customer’s records, and send the mail that lets them in',
  takes: ['email'],
  options: {
    customer: { ...customer, isRequired: true },
    language,
    json,
  },
  notes: [
    'Whoever reads the mailbox gets in, and nobody else: a login that the address has already, and that does not see these',
    'records, is replaced by a new one, without its password, factors, sessions and links. Inviting again sends a new link, as',
    'long as none was followed (users resend-invitation does it in one word). The server sends the mail; on the embedded database, when it is next started.',
  ],
  async run({ database, settings, output, given: [email = ''], options }) {
    const siteUrl = linksTo(settings, output);
    const admission = { email, customer: options.text('customer') ?? '', locale: localeOf(options), siteUrl };
    const { outcome, replaced, ...invited } = await inOperatorTransaction(database, (client) =>
      inviteUser(client, admission),
    );
    const { name } = invited.customer;
    if (options.isOn('json')) {
      output.out(JSON.stringify({ email, customer: name, outcome, ...(replaced && { replaced: replaced.id }) }));
      return;
    }
    const told = {
      invited: `Invited ${email} to the records of ${name}: the mail is queued.`,
      'had access': `Nothing to do: ${email} sees the records of ${name} already.`,
    };
    output.out(told[outcome]);
    if (replaced !== undefined)
      output.out(
        `${aboutUser(replaced)} It was replaced, and opens nothing any more; what it did: audit --user ${replaced.id}`,
      );
    if (outcome === 'invited') tellHowToFollow(output, name);
  },
};

export const resendInvitationCommand: Command = {
  name: 'users resend-invitation',
  summary: 'Send a new link to a user who was invited and has not signed in yet',
  takes: ['email'],
  options: { language: { ...language, about: 'the language of the mail (that of the last invitation)' }, json },
  notes: [
    'The link before it opens nothing any more. For an invitation that expired, was lost or bounced; if the email address was',
    'wrong, erase that user and invite the right one.',
  ],
  async run({ database, settings, output, given: [email = ''], options }) {
    const siteUrl = linksTo(settings, output);
    const { outcome, customer: of } = await inOperatorTransaction(database, (client) =>
      resendInvitation(client, { email, locale: givenLocale(options), siteUrl }),
    );
    if (options.isOn('json')) output.out(JSON.stringify({ email, customer: of.name, outcome }));
    else if (outcome === 'had access') output.out(`Nothing to do: ${email} has followed the invitation.`);
    else {
      output.out(`Sent ${email} a new invitation to the records of ${of.name}: the mail is queued.`);
      tellHowToFollow(output, of.name);
    }
  },
};

export const linkUserCommand: Command = {
  name: 'users link',
  summary: 'Link a login that exists to a customer, with the password and the factors that it has',
  takes: ['email'],
  options: {
    customer: { ...customer, isRequired: true },
    yes: { about: 'its owner has told you, by a way other than this address, that the login is theirs' },
    language,
  },
  notes: [
    'It trusts whoever opened that login: anybody can sign up with an address, and an address that is verified shows that',
    'somebody who read its mail pressed a button once. Without --yes it says what is known of the login, and links nothing.',
    'A login whose address is not verified is refused. In doubt, invite. A mail tells the address.',
  ],
  async run({ database, settings, output, given: [email = ''], options }) {
    const siteUrl = linksTo(settings, output);
    const admission = { email, customer: options.text('customer') ?? '', locale: localeOf(options), siteUrl };
    const linked = await inOperatorTransaction(database, (client) =>
      linkUser(client, { ...admission, isSure: options.isOn('yes') }),
    );
    output.out(
      linked.isNew
        ? `Linked ${email} to ${linked.customer.name}: the mail that says so is queued.`
        : `Nothing to do: ${email} is linked to ${linked.customer.name}.`,
    );
  },
};

export const unlinkUserCommand: Command = {
  name: 'users unlink',
  summary: 'Take a login’s access to its customer’s records away, at once',
  takes: ['email'],
  options: {},
  async run({ database, output, given: [email = ''] }) {
    const name = await inOperatorTransaction(database, (client) => unlinkUser(client, email));
    output.out(`${email} no longer sees the records of ${name}.`);
  },
};

export const removeFactorsCommand: Command = {
  name: 'users remove-factors',
  summary: 'Remove a login’s codes and passkeys and end its sessions, for a person who has lost them',
  takes: ['email'],
  options: { language },
  notes: [
    'Be sure who is asking: from then on the password alone signs in. What to ask them is in docs/operations.md. A mail tells',
    'the address.',
  ],
  async run({ database, settings, output, given: [email = ''], options }) {
    const siteUrl = linksTo(settings, output);
    const lost = { email, locale: localeOf(options), siteUrl };
    const { codes, passkeys } = await inOperatorTransaction(database, (client) => removeFactors(client, lost));
    output.out(
      codes + passkeys === 0
        ? `${email} had no second factor; their sessions were ended.`
        : `${email} signs in with the password alone again, and was signed out everywhere: the mail that says so is queued.`,
    );
  },
};

export const signOutUserCommand: Command = {
  name: 'users sign-out',
  summary: 'End every session of a login, at once',
  takes: ['email'],
  options: {},
  notes: [
    'Links in mails to it and known browsers are void too. The password stays good: if it may be known to others, let its',
    'owner choose another.',
  ],
  async run({ database, output, given: [email = ''] }) {
    const sessions = await inOperatorTransaction(database, (client) => endSessions(client, email));
    output.out(
      sessions === 0
        ? `${email} was signed in nowhere.`
        : `${email} was signed out everywhere: ${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended.`,
    );
  },
};

export const listUsersCommand: Command = {
  name: 'users list',
  summary: 'List the logins and whose records they see',
  takes: [],
  options: { customer, json },
  async run({ database, output, options }) {
    const users = await inOperatorTransaction(database, (client) => listUsers(client, options.text('customer')));
    if (options.isOn('json')) output.out(JSON.stringify(users));
    else if (users.length === 0) output.err('There is no login yet.');
    else {
      const rows = users.map(({ email, email_verified, customer: of, created_at, last_signed_in_at, ...rest }) => ({
        email,
        verified: email_verified,
        customer: of,
        since: created_at.slice(0, 10),
        'last sign-in': last_signed_in_at?.slice(0, 10) ?? 'never signed in',
        mail: describeMail(rest),
      }));
      table(rows).forEach(output.out);
    }
  },
};

function describeMail({ mail, mail_error: error }: Pick<ListedUser, 'mail' | 'mail_error'>): string | null {
  if (mail === 'failed') return error?.startsWith('5') === true ? `mail bounced: ${error}` : `mail given up: ${error}`;
  if (mail === 'waiting') return error === null ? 'mail queued' : `mail not sent yet: ${error}`;
  return null;
}

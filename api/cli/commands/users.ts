import { type Locale, locales } from '#api/mail/mail.ts';
import { inOperatorTransaction } from '#api/admin/operator-database.ts';
import { describeUser, inviteUser, linkUser, resendInvitation } from '#api/admin/invite-user.ts';
import { type ListedUser, endSessions, listUsers, removeFactors, unlinkUser } from '#api/admin/users.ts';
import { startWarnings } from '#api/lib/env.ts';
import { type Command, type CommandContext, type Options, UsageError, json } from '#api/cli/command.ts';
import { type Output, formatTable } from '../output.ts';

const customer = { value: 'customer', about: 'by name or id' };
const language = { value: 'en|fr', about: 'the language of the mail (en)' };

function readLocale(options: Options): Locale | undefined {
  const value = options.get('language');
  if (value === undefined) return undefined;
  const locale = locales.find((known) => known === value);
  if (locale === undefined) throw new UsageError(`--language is "${value}", but must be one of ${locales.join(', ')}`);
  return locale;
}

/** The base of links in mails. SITE_URL is easily forgotten in another shell than the server's, so a missing one is reported. */
function linkOrigin(settings: CommandContext['settings'], output: Output): string {
  for (const warning of startWarnings(settings, [])) output.err(warning);
  return settings.siteUrl;
}

const printDeliveryHint = (output: Output, customerName: string) =>
  output.out(`To check its delivery: npm run portal -- users list --customer "${customerName}"`);

export const inviteUserCommand: Command = {
  name: 'users invite',
  summary: 'Create a user for a customer and send the invitation by mail',
  positionals: ['email'],
  options: {
    customer: { ...customer, isRequired: true },
    language,
    json,
  },
  notes: [
    'Only the reader of the mailbox gets access: an existing user with this email address that does not belong to the customer',
    'is replaced by a new one, without its password, factors, sessions and links. Inviting again sends a new link, unless one',
    'was used (see users resend-invitation). The server sends the mail; with the embedded database, when it is next started.',
  ],
  async run({ database, settings, output, args: [email = ''], options }) {
    const siteUrl = linkOrigin(settings, output);
    const invitation = { email, customer: options.get('customer') ?? '', locale: readLocale(options) ?? 'en', siteUrl };
    const { outcome, replaced, ...invited } = await inOperatorTransaction(database, (client) =>
      inviteUser(client, invitation),
    );
    const { name } = invited.customer;
    if (options.hasFlag('json')) {
      output.out(JSON.stringify({ email, customer: name, outcome, ...(replaced && { replaced: replaced.id }) }));
      return;
    }
    const messages = {
      invited: `Invited ${email} for ${name}: the mail is queued.`,
      'had access': `Nothing to do: ${email} already has access to ${name}.`,
    };
    output.out(messages[outcome]);
    if (replaced !== undefined)
      output.out(
        `${describeUser(replaced)} It was replaced and can no longer be used; its events: audit --user ${replaced.id}`,
      );
    if (outcome === 'invited') printDeliveryHint(output, name);
  },
};

export const resendInvitationCommand: Command = {
  name: 'users resend-invitation',
  summary: 'Send a new link to a user who was invited and has not signed in yet',
  positionals: ['email'],
  options: { language: { ...language, about: 'the language of the mail (default: as the last invitation)' }, json },
  notes: [
    'For an invitation that expired, was lost or bounced; the previous link stops working. If the email address was wrong,',
    'erase that user and invite the right one.',
  ],
  async run({ database, settings, output, args: [email = ''], options }) {
    const siteUrl = linkOrigin(settings, output);
    const { outcome, customer: of } = await inOperatorTransaction(database, (client) =>
      resendInvitation(client, { email, locale: readLocale(options), siteUrl }),
    );
    if (options.hasFlag('json')) output.out(JSON.stringify({ email, customer: of.name, outcome }));
    else if (outcome === 'had access') output.out(`Nothing to do: ${email} has accepted the invitation.`);
    else {
      output.out(`Invited ${email} for ${of.name} again: the mail is queued.`);
      printDeliveryHint(output, of.name);
    }
  },
};

export const linkUserCommand: Command = {
  name: 'users link',
  summary: 'Link an existing user to a customer, keeping its password and factors',
  positionals: ['email'],
  options: {
    customer: { ...customer, isRequired: true },
    yes: { about: 'the owner has confirmed to you, not by this email address, that the account is theirs' },
    language,
  },
  notes: [
    'This trusts whoever created the account: anybody can sign up with any email address, and a verified one only shows that a',
    'reader of the mailbox pressed a button once. Without --yes the account is described and not linked. An unverified email',
    'address is rejected. If in doubt, use users invite. The user is notified by mail.',
  ],
  async run({ database, settings, output, args: [email = ''], options }) {
    const siteUrl = linkOrigin(settings, output);
    const invitation = { email, customer: options.get('customer') ?? '', locale: readLocale(options) ?? 'en', siteUrl };
    const linked = await inOperatorTransaction(database, (client) =>
      linkUser(client, { ...invitation, isConfirmed: options.hasFlag('yes') }),
    );
    output.out(
      linked.isNew
        ? `Linked ${email} to ${linked.customer.name}: the notification is queued.`
        : `Nothing to do: ${email} is already linked to ${linked.customer.name}.`,
    );
  },
};

export const unlinkUserCommand: Command = {
  name: 'users unlink',
  summary: 'Remove a user’s access to its customer, at once',
  positionals: ['email'],
  options: {},
  async run({ database, output, args: [email = ''] }) {
    const name = await inOperatorTransaction(database, (client) => unlinkUser(client, email));
    output.out(`${email} no longer has access to ${name}.`);
  },
};

export const removeFactorsCommand: Command = {
  name: 'users remove-factors',
  summary: 'Remove the codes and passkeys of a user who lost them, and end its sessions',
  positionals: ['email'],
  options: { language },
  notes: [
    'Verify who is asking, as docs/operations.md describes: afterwards the password alone signs in. The user is notified by mail.',
  ],
  async run({ database, settings, output, args: [email = ''], options }) {
    const siteUrl = linkOrigin(settings, output);
    const request = { email, locale: readLocale(options) ?? 'en', siteUrl };
    const { codes, passkeys } = await inOperatorTransaction(database, (client) => removeFactors(client, request));
    output.out(
      codes + passkeys === 0
        ? `${email} had no second factor; their sessions were ended.`
        : `${email} now signs in with the password alone and was signed out everywhere: the notification is queued.`,
    );
  },
};

export const signOutUserCommand: Command = {
  name: 'users sign-out',
  summary: 'End all sessions of a user, at once',
  positionals: ['email'],
  options: {},
  notes: [
    'Links in mails and known devices are revoked too. The password stays valid: if others may know it, ask the user to change',
    'it.',
  ],
  async run({ database, output, args: [email = ''] }) {
    const sessions = await inOperatorTransaction(database, (client) => endSessions(client, email));
    output.out(
      sessions === 0
        ? `${email} had no session.`
        : `${email} was signed out everywhere: ${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended.`,
    );
  },
};

export const listUsersCommand: Command = {
  name: 'users list',
  summary: 'List users and their customers',
  positionals: [],
  options: { customer, json },
  async run({ database, output, options }) {
    const users = await inOperatorTransaction(database, (client) => listUsers(client, options.get('customer')));
    if (options.hasFlag('json')) output.out(JSON.stringify(users));
    else if (users.length === 0) output.err('There are no users yet.');
    else {
      const rows = users.map(({ email, email_verified, customer: of, created_at, last_signed_in_at, ...rest }) => ({
        email,
        verified: email_verified,
        customer: of,
        since: created_at.slice(0, 10),
        'last sign-in': last_signed_in_at?.slice(0, 10) ?? 'never signed in',
        mail: describeMail(rest),
      }));
      formatTable(rows).forEach(output.out);
    }
  },
};

function describeMail({ mail, mail_error: error }: Pick<ListedUser, 'mail' | 'mail_error'>): string | null {
  if (mail === 'failed') return error?.startsWith('5') === true ? `mail bounced: ${error}` : `mail given up: ${error}`;
  if (mail === 'waiting') return error === null ? 'mail queued' : `mail not sent yet: ${error}`;
  return null;
}

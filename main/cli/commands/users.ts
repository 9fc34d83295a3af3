import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { type Invitation, inviteUser, linkUser, resendInvitation } from '#api/services/people/invite-user.ts';
import { endSession, listSessions, lockUser, unlockUser } from '#api/services/people/user-access.ts';
import { type ListedUser, endSessions, listUsers, removeFactors, unlinkUser } from '#api/services/people/users.ts';
import { type Command, type CommandContext, type Options, UsageError, json } from '../command.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import { type Output, printList } from '../output.ts';
import { language, linkOrigin, readLocale } from './mail-options.ts';
import { confirmOptions, nothingChanged, runIfConfirmed } from '../confirm.ts';
import { program } from '#api/lib/program.ts';

const customer = { value: 'customer', about: 'by name or id' };
const roles = { value: 'roles', about: `some of ${customerRoles.join(', ')}, separated by commas (owner)` };

function readRoles(options: Options): CustomerRole[] {
  const wanted = (options.get('roles') ?? 'owner').split(',').map((role) => role.trim());
  const unknown = wanted.find((role) => !customerRoles.some((known) => known === role));
  if (unknown !== undefined)
    throw new UsageError(`--roles contains "${unknown}", but must be some of ${customerRoles.join(', ')}`);
  return customerRoles.filter((role) => wanted.includes(role));
}

const readInvitation = ({ settings, output, args: [email = ''], options }: CommandContext): Invitation => ({
  email,
  customer: options.get('customer') ?? '',
  roles: readRoles(options),
  locale: readLocale(options) ?? 'en',
  siteUrl: linkOrigin(settings, output),
});

const printDeliveryHint = (output: Output, customerName: string) =>
  output.out(`To check its delivery: ${program} users list --customer "${customerName}"`);

function describeAccess({ memberships, invitations }: Pick<ListedUser, 'memberships' | 'invitations'>): string | null {
  const all = [
    ...memberships.map(({ customer: of, roles: has }) => `${of} (${has.join(', ')})`),
    ...invitations.map(({ customer: of, roles: offered }) => `${of} (invited as ${offered.join(', ')})`),
  ];
  return all.length === 0 ? null : all.join('; ');
}

function describeMail({ mail, mail_error: error }: Pick<ListedUser, 'mail' | 'mail_error'>): string | null {
  if (mail === 'failed') return error?.startsWith('5') === true ? `mail bounced: ${error}` : `mail given up: ${error}`;
  if (mail === 'waiting') return error === null ? 'mail queued' : `mail not sent yet: ${error}`;
  return null;
}

export const userCommands: readonly Command[] = [
  {
    name: 'users invite',
    summary: 'Invite somebody to a customer by mail',
    positionals: ['email'],
    options: { customer: { ...customer, isRequired: true }, roles, language, json },
    notes: [
      'Only the reader of the mailbox can accept, within 14 days: with the account of this email address, or by choosing a',
      'password for a new one, which replaces an unverified sign-up. Inviting again sends a new link with the roles given then.',
      'The server sends the mail; with the embedded database, when it is next started.',
      'owner: everything, and who has access; billing: invoices, payments, contracts; technical: licenses and all tickets;',
      'requester: their own tickets.',
    ],
    async run(context) {
      const { database, output, options } = context;
      const invitation = readInvitation(context);
      const { email } = invitation;
      const { outcome, ...invited } = await inOperatorTransaction(database, (client) => inviteUser(client, invitation));
      const { name } = invited.customer;
      if (options.hasFlag('json')) {
        output.out(JSON.stringify({ email, customer: name, roles: invitation.roles, outcome }));
        return;
      }
      const messages = {
        invited: `Invited ${email} for ${name} as ${invitation.roles.join(', ')}: the mail is queued.`,
        'had access': `Nothing to do: ${email} already has access to ${name}. To change the roles: users link.`,
      };
      output.out(messages[outcome]);
      if (outcome === 'invited') printDeliveryHint(output, name);
    },
  },
  {
    name: 'users resend-invitation',
    summary: 'Send a new link to somebody who was invited and has not accepted yet',
    positionals: ['email'],
    options: {
      customer: { ...customer, about: 'by name or id, if there are invitations of several' },
      language: { ...language, about: 'the language of the mail (default: as the last invitation)' },
      json,
    },
    notes: [
      'For an invitation that expired, was lost or bounced; the previous link stops working. If the email address was wrong,',
      'withdraw it with users unlink and invite the right one.',
    ],
    async run({ database, settings, output, args: [email = ''], options }) {
      const siteUrl = linkOrigin(settings, output);
      const { outcome, customer: of } = await inOperatorTransaction(database, (client) =>
        resendInvitation(client, { email, customer: options.get('customer'), locale: readLocale(options), siteUrl }),
      );
      if (options.hasFlag('json')) output.out(JSON.stringify({ email, customer: of.name, outcome }));
      else if (outcome === 'had access') output.out(`Nothing to do: ${email} has accepted the invitation.`);
      else {
        output.out(`Invited ${email} for ${of.name} again: the mail is queued.`);
        printDeliveryHint(output, of.name);
      }
    },
  },
  {
    name: 'users link',
    summary: 'Link an existing user to a customer, or change its roles there',
    positionals: ['email'],
    options: {
      customer: { ...customer, isRequired: true },
      roles,
      yes: { about: 'the owner has confirmed to you, not by this email address, that the account is theirs' },
      language,
    },
    notes: [
      'The user keeps its password and factors, and its other customers. This trusts the creator of the account: anybody can',
      'sign up with any email address, and a verified one only shows that a reader of the mailbox pressed a button once. Without',
      '--yes the account is described and not linked. An unverified email address is rejected. If in doubt, use users invite. A',
      'new user of the customer is notified by mail.',
    ],
    async run(context) {
      const { database, output, options } = context;
      const invitation = readInvitation(context);
      const { email } = invitation;
      const linked = await inOperatorTransaction(database, (client) =>
        linkUser(client, { ...invitation, isConfirmed: options.hasFlag('yes') }),
      );
      const { name } = linked.customer;
      const as = invitation.roles.join(', ');
      const messages = {
        linked: `Linked ${email} to ${name} as ${as}: the notification is queued.`,
        changed: `Changed the roles of ${email} for ${name} to ${as}.`,
        unchanged: `Nothing to do: ${email} is already linked to ${name} as ${as}.`,
      };
      output.out(messages[linked.outcome]);
    },
  },
  {
    name: 'users unlink',
    summary: 'Remove a user’s access to a customer, or withdraw an invitation, at once',
    positionals: ['email'],
    options: { customer: { ...customer, about: 'by name or id, if the user has several' }, ...confirmOptions },
    notes: ['The last owner of a customer stays as long as the customer has other users.'],
    async run(context) {
      const { output, args, options } = context;
      const [email = ''] = args;
      const unlinked = await runIfConfirmed(context, (client) => unlinkUser(client, email, options.get('customer')));
      const { isDone, result: name } = unlinked;
      output.out(isDone ? `${email} no longer has access to ${name}.` : `${email} would lose access to ${name}.`);
      return isDone ? 0 : nothingChanged(context);
    },
  },
  {
    name: 'users remove-factors',
    summary: 'Remove the codes and passkeys of a user who lost them, and end its sessions',
    positionals: ['email'],
    options: { language, ...confirmOptions },
    notes: [
      'Verify who is asking, as docs/administration.md describes: afterwards the password alone signs in, or a new one by mail where',
      'the user had turned it off. The user is notified by mail. For staff: staff reset-factors.',
    ],
    async run(context) {
      const { settings, output, args, options } = context;
      const [email = ''] = args;
      const request = { email, locale: readLocale(options) ?? 'en', siteUrl: linkOrigin(settings, output) };
      const { isDone, result } = await runIfConfirmed(context, (client) => removeFactors(client, request));
      const { codes, passkeys } = result;
      if (!isDone) {
        output.out(
          `${email} would lose ${codes} authenticators and ${passkeys} passkeys, and be signed out everywhere.`,
        );
        return nothingChanged(context);
      }
      output.out(
        codes + passkeys === 0
          ? `${email} had no second factor; their sessions were ended.`
          : `${email} now signs in with the password alone and was signed out everywhere: the notification is queued.`,
      );
      return 0;
    },
  },
  {
    name: 'users sign-out',
    summary: 'End the sessions of a user, at once',
    positionals: ['email'],
    options: { session: { value: 'id', about: 'only this one of users sessions' } },
    notes: [
      'Links in mails and known devices are revoked too, unless with --session. The password stays valid: if others may know it,',
      'use users lock.',
    ],
    async run({ database, output, args: [email = ''], options }) {
      const session = options.get('session');
      if (session !== undefined) {
        await inOperatorTransaction(database, (client) => endSession(client, email, session));
        output.out(`One session of ${email} ended.`);
        return;
      }
      const sessions = await inOperatorTransaction(database, (client) => endSessions(client, email));
      output.out(
        sessions === 0
          ? `${email} had no session.`
          : `${email} was signed out everywhere: ${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended.`,
      );
    },
  },
  {
    name: 'users sessions',
    summary: 'List the sessions of a user, the last used first',
    positionals: ['email'],
    options: { json },
    async run(context) {
      const [email = ''] = context.args;
      const sessions = await inOperatorTransaction(context.database, (client) => listSessions(client, email));
      printList(context, sessions, `${email} has no session.`, (session) => ({
        id: session.id,
        since: session.signed_in_at.slice(0, 16),
        'last used': session.last_used_at.slice(0, 16),
        'second factor': session.has_second_factor,
        network: session.network,
        browser: session.user_agent,
      }));
    },
  },
  {
    name: 'users lock',
    summary: 'Lock an account that others may have, at once',
    positionals: ['email'],
    options: { language },
    notes: [
      'Sessions, links in mails and known devices end, and neither password nor passkey signs in until the user has chosen a new',
      'password with the link of a mail, which is queued. Passkeys and codes stay: if they may be a thief’s, use users',
      'remove-factors, too. Who should never come back loses access with users unlink; staff, with staff suspend.',
    ],
    async run({ database, settings, output, args: [email = ''], options }) {
      const request = { email, locale: readLocale(options) ?? 'en', siteUrl: linkOrigin(settings, output) };
      const sessions = await inOperatorTransaction(database, (client) => lockUser(client, request));
      output.out(`${email} is locked, and ${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended.`);
    },
  },
  {
    name: 'users unlock',
    summary: 'Unlock an account: its password and passkeys sign in again',
    positionals: ['email'],
    async run({ database, output, args: [email = ''] }) {
      const wasLocked = await inOperatorTransaction(database, (client) => unlockUser(client, email));
      output.out(wasLocked ? `${email} is unlocked.` : `Nothing to do: ${email} is not locked.`);
    },
  },
  {
    name: 'users list',
    summary: 'List users and invited people, their customers and roles',
    options: { customer, json },
    async run(context) {
      const customerOption = context.options.get('customer');
      const users = await inOperatorTransaction(context.database, (client) => listUsers(client, customerOption));
      printList(context, users, 'There are no users yet.', (user) => ({
        email: user.email,
        verified: user.email_verified,
        customers: describeAccess(user),
        since: user.created_at.slice(0, 10),
        'last sign-in': user.last_signed_in_at?.slice(0, 10) ?? 'never signed in',
        mail: describeMail(user),
      }));
    },
  },
];

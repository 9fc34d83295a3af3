import { locales } from '#api/mail/mail.ts';
import { inOperatorTransaction } from '#api/operator/operator-transaction.ts';
import { inviteUser, linkUser, listUsers, removeFactors, unlinkUser } from '#api/operator/users.ts';
import { type Command, json, UsageError } from '../command.ts';
import { table } from '../output.ts';

const customer = { value: 'customer', about: 'by name or id' };

export const inviteUserCommand: Command = {
  name: 'users invite',
  summary: 'Give a person access to a customer’s records, and send the mail that lets them in',
  takes: ['email'],
  options: {
    customer: { ...customer, isRequired: true },
    language: { value: 'en|fr', about: 'the language of the mail (en)' },
    json,
  },
  notes: [
    'Inviting again sends the mail again, as long as it was not followed. The server sends it; on the embedded database,',
    'when it is next started.',
  ],
  async run({ database, settings: { siteUrl }, output, given: [email = ''], options }) {
    const language = options.text('language') ?? 'en';
    const locale = locales.find((known) => known === language);
    if (locale === undefined)
      throw new UsageError(`--language is "${language}", and must be one of ${locales.join(', ')}`);
    const wanted = options.text('customer') ?? '';
    const invited = await inOperatorTransaction(database, (client) =>
      inviteUser(client, { email, customer: wanted, locale, siteUrl }),
    );
    const { name } = invited.customer;
    const told = {
      invited: `Invited ${email} to the records of ${name}: the mail is queued.`,
      linked: `Linked ${email}, who had a login, to ${name}: the mail that says so is queued.`,
      'had access': `Nothing to do: ${email} sees the records of ${name} already.`,
    };
    output.out(
      options.isOn('json')
        ? JSON.stringify({ email, customer: name, outcome: invited.outcome })
        : told[invited.outcome],
    );
  },
};

export const linkUserCommand: Command = {
  name: 'users link',
  summary: 'Link a login that exists to a customer, without a mail',
  takes: ['email'],
  options: { customer: { ...customer, isRequired: true } },
  async run({ database, output, given: [email = ''], options }) {
    const wanted = options.text('customer') ?? '';
    const linked = await inOperatorTransaction(database, (client) => linkUser(client, email, wanted));
    output.out(
      linked.isNew
        ? `Linked ${email} to ${linked.customer.name}.`
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
  options: {},
  notes: ['Be sure who is asking: from then on the password alone signs in.'],
  async run({ database, output, given: [email = ''] }) {
    const { codes, passkeys } = await inOperatorTransaction(database, (client) => removeFactors(client, email));
    output.out(
      codes + passkeys === 0
        ? `${email} had no second factor; their sessions were ended.`
        : `${email} signs in with the password alone again, and was signed out everywhere.`,
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
      const rows = users.map(({ email, email_verified, customer: of, created_at }) => ({
        email,
        verified: email_verified,
        customer: of,
        since: created_at.slice(0, 10),
      }));
      table(rows).forEach(output.out);
    }
  },
};

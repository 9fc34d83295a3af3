import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { enrolmentDays } from '#api/auth/credentials/staff-enrolment.ts';
import { addStaff, listStaff, removeStaff, resetStaffFactors, suspendStaff } from '#api/services/people/staff.ts';
import { type Command, type Options, UsageError, json } from '../command.ts';
import { type StaffPermission, staffPermissions } from '#contract/staff.ts';
import { type Output, printList } from '../output.ts';
import { language, linkOrigin, readLocale } from './mail-options.ts';
import { confirmOptions, nothingChanged, runIfConfirmed } from '../confirm.ts';
import { program } from '#api/lib/program.ts';

function readPermissions(options: Options): StaffPermission[] {
  const names = (options.get('permissions') ?? '').split(',').map((name) => name.trim());
  return names.map((name) => {
    const permission = staffPermissions.find((known) => known === name);
    if (permission === undefined)
      throw new UsageError(`--permissions has "${name}", but each must be one of ${staffPermissions.join(', ')}`);
    return permission;
  });
}

function printEnrolmentCode(output: Output, siteUrl: string, code: string): void {
  output.out('');
  output.out(`Enrolment code: ${code}`);
  output.out('');
  output.out(`It enrols one second factor, once, within ${enrolmentDays} days. Hand it over in person, never by mail.`);
  output.out(
    `They sign in at ${siteUrl}/customer-portal/security, enter it there and add a passkey or an authenticator app;`,
  );
  output.out(`then they sign in again with that factor, at ${siteUrl}/desk.`);
}

export const staffCommands: readonly Command[] = [
  {
    name: 'staff add',
    summary: 'Make a user staff, or change the permissions of one',
    positionals: ['email'],
    options: {
      permissions: { value: 'list', about: `of ${staffPermissions.join(', ')}, separated by commas`, isRequired: true },
      name: { value: 'name', about: 'shown to colleagues, and to customers whose data they looked at' },
      yes: { about: 'the owner has confirmed to you, not by this email address, that the account is theirs' },
    },
    notes: [
      'The user signs up at /customer-auth first. The desk opens only after a sign-in with a second factor, for 12 hours. A new',
      'staff member without one gets an enrolment code: hand it over in person, never by mail. None of the permissions includes',
      'another. A suspended staff member becomes active again.',
    ],
    async run({ database, settings, output, args: [email = ''], options }) {
      const { staff, outcome, enrolmentCode } = await inOperatorTransaction(database, (client) =>
        addStaff(client, {
          email,
          name: options.get('name'),
          permissions: readPermissions(options),
          isConfirmed: options.hasFlag('yes'),
        }),
      );
      output.out(
        `${staff.email} ${outcome === 'added' ? 'is now staff' : 'now has'}: ${staff.permissions.join(', ')}.`,
      );
      if (enrolmentCode !== undefined) printEnrolmentCode(output, settings.siteUrl, enrolmentCode);
      else if (staff.has_second_factor)
        output.out(`The desk is at ${settings.siteUrl}/desk: they sign in with the second factor that they have.`);
      else output.out(`They have no second factor: for a new enrolment code, ${program} staff reset-factors ${email}`);
    },
  },
  {
    name: 'staff list',
    summary: 'List staff and their permissions',
    options: { json },
    async run(context) {
      const staff = await inOperatorTransaction(context.database, listStaff);
      printList(context, staff, `There is no staff yet: see ${program} staff add --help.`, (member) => ({
        email: member.email,
        name: member.name,
        permissions: member.permissions.join(', '),
        active: member.active,
        'second factor': member.has_second_factor,
        'last sign-in': member.last_signed_in_at?.slice(0, 10) ?? 'never signed in',
      }));
    },
  },
  {
    name: 'staff reset-factors',
    summary: 'Remove the second factors of a staff member and print a code to enrol a new one',
    positionals: ['email'],
    options: { language, ...confirmOptions },
    notes: [
      'For lost factors, and for a lost or expired enrolment code. Verify who is asking, as docs/administration.md describes. Their',
      'sessions end, and they and the admins are notified by mail. Hand the code over in person, never by mail.',
    ],
    async run(context) {
      const { settings, output, args, options } = context;
      const [email = ''] = args;
      const siteUrl = linkOrigin(settings, output);
      const request = { email, locale: readLocale(options) ?? 'en', siteUrl };
      const { isDone, result } = await runIfConfirmed(context, (client) => resetStaffFactors(client, request));
      if (!isDone) {
        output.out(`${email} would lose every second factor and be signed out everywhere.`);
        return nothingChanged(context);
      }
      output.out(`${email} has no second factor now and was signed out everywhere.`);
      printEnrolmentCode(output, siteUrl, result.enrolmentCode);
      return 0;
    },
  },
  {
    name: 'staff suspend',
    summary: 'Close the desk to a staff member, at once',
    positionals: ['email'],
    options: { resume: { about: 'open it again' } },
    notes: ['Their sessions end, and their tickets stay assigned. The last active admin cannot be suspended.'],
    async run({ database, output, args: [email = ''], options }) {
      const isResumed = options.hasFlag('resume');
      await inOperatorTransaction(database, (client) => suspendStaff(client, email, isResumed));
      output.out(isResumed ? `${email} can open the desk again.` : `${email} can no longer open the desk.`);
    },
  },
  {
    name: 'staff remove',
    summary: 'Remove a staff member; the user stays',
    positionals: ['email'],
    options: confirmOptions,
    notes: [
      'Tickets assigned to them are assigned to nobody, and "who looked at our data" no longer shows their name: to keep both,',
      'suspend them. The last active admin cannot be removed.',
    ],
    async run(context) {
      const [email = ''] = context.args;
      const { isDone } = await runIfConfirmed(context, (client) => removeStaff(client, email));
      context.output.out(isDone ? `${email} is no longer staff.` : `${email} would no longer be staff.`);
      return isDone ? 0 : nothingChanged(context);
    },
  },
];

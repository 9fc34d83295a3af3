import { inOperatorTransaction } from '#api/admin/operator-database.ts';
import { addStaff, listStaff, removeStaff, suspendStaff } from '#api/admin/staff.ts';
import { type Command, type Options, UsageError, json } from '#api/cli/command.ts';
import { type StaffPermission, staffPermissions } from '#contract/staff.ts';
import { formatTable } from '../output.ts';

function readPermissions(options: Options): StaffPermission[] {
  const names = (options.get('permissions') ?? '').split(',').map((name) => name.trim());
  return names.map((name) => {
    const permission = staffPermissions.find((known) => known === name);
    if (permission === undefined)
      throw new UsageError(`--permissions has "${name}", but each must be one of ${staffPermissions.join(', ')}`);
    return permission;
  });
}

export const addStaffCommand: Command = {
  name: 'staff add',
  summary: 'Make a user staff, or change the permissions of one',
  positionals: ['email'],
  options: {
    permissions: { value: 'list', about: `of ${staffPermissions.join(', ')}, separated by commas`, isRequired: true },
    name: { value: 'name', about: 'shown to colleagues, and to customers whose data they looked at' },
    yes: { about: 'the owner has confirmed to you, not by this email address, that the account is theirs' },
  },
  notes: [
    'The user signs up at /customer-auth first, then adds a second factor: the desk opens only with one, for 12 hours after the',
    'sign-in. None of the permissions includes another. A suspended staff member becomes active again.',
  ],
  async run({ database, settings, output, args: [email = ''], options }) {
    const { staff, outcome } = await inOperatorTransaction(database, (client) =>
      addStaff(client, {
        email,
        name: options.get('name'),
        permissions: readPermissions(options),
        isConfirmed: options.hasFlag('yes'),
      }),
    );
    output.out(`${staff.email} ${outcome === 'added' ? 'is now staff' : 'now has'}: ${staff.permissions.join(', ')}.`);
    const hint = staff.has_second_factor ? 'they sign in again' : 'they sign in and add a second factor first';
    output.out(`The desk is at ${settings.siteUrl}/desk: ${hint}.`);
  },
};

export const listStaffCommand: Command = {
  name: 'staff list',
  summary: 'List staff and their permissions',
  positionals: [],
  options: { json },
  async run({ database, output, options }) {
    const staff = await inOperatorTransaction(database, listStaff);
    if (options.hasFlag('json')) output.out(JSON.stringify(staff));
    else if (staff.length === 0) output.err('There is no staff yet: see npm run portal -- staff add --help.');
    else {
      const rows = staff.map(({ email, name, permissions, active, has_second_factor, last_signed_in_at }) => ({
        email,
        name,
        permissions: permissions.join(', '),
        active,
        'second factor': has_second_factor,
        'last sign-in': last_signed_in_at?.slice(0, 10) ?? 'never signed in',
      }));
      formatTable(rows).forEach(output.out);
    }
  },
};

export const suspendStaffCommand: Command = {
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
};

export const removeStaffCommand: Command = {
  name: 'staff remove',
  summary: 'Remove a staff member; the user stays',
  positionals: ['email'],
  options: {},
  notes: [
    'Tickets assigned to them are assigned to nobody, and "who looked at our data" no longer shows their name: to keep both,',
    'suspend them. The last active admin cannot be removed.',
  ],
  async run({ database, output, args: [email = ''] }) {
    await inOperatorTransaction(database, (client) => removeStaff(client, email));
    output.out(`${email} is no longer staff.`);
  },
};

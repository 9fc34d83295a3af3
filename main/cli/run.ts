import type { NeededSchema, OperatorDatabase } from '#api/db/operator-database.ts';
import { OperatorError } from '#api/lib/errors.ts';
import {
  type Command,
  type CommandSettings,
  UsageError,
  helpFor,
  helpForAll,
  helpForGroup,
  readArguments,
} from './command.ts';
import { backupCommands } from './commands/backup.ts';
import { customerCommands } from './commands/customers.ts';
import { installationCommands } from './commands/installation.ts';
import { jobCommands } from './commands/jobs.ts';
import { maintenanceCommands } from './commands/maintenance.ts';
import { privacyCommands } from './commands/privacy.ts';
import { recordCommands } from './commands/records.ts';
import { staffCommands } from './commands/staff.ts';
import { userCommands } from './commands/users.ts';
import { type Output, plainText } from './output.ts';
import { processEnvironment } from '#api/lib/env.ts';
import { describeReadFailure } from '#api/lib/read-failure.ts';
import { program } from '#api/lib/program.ts';
import { version } from '#api/lib/version.ts';

export interface CliContext {
  settings: () => CommandSettings;
  open: (needed: NeededSchema) => Promise<OperatorDatabase>;
  output: Output;
  environment?: NodeJS.ProcessEnv;
}

/** Runs one command and returns the exit code. */
export async function run(
  argv: string[],
  { settings, open, output, environment = processEnvironment }: CliContext,
): Promise<0 | 1 | 2> {
  let command: Command | undefined;
  try {
    if (argv[0] === '--version') {
      output.out(version);
      return 0;
    }
    const help = findHelp(argv);
    if (help !== undefined) {
      help.forEach(output.out);
      return 0;
    }
    command = findCommand(argv);
    const { isHelp, args, options } = readArguments(command, argv.slice(command.name.split(' ').length));
    if (isHelp) {
      helpFor(command).forEach(output.out);
      return 0;
    }
    const given = { environment, open, output, args, options };
    if ('runOffline' in command)
      return (
        (await command.runOffline({
          ...given,
          get settings() {
            return settings();
          },
        })) ?? 0
      );
    const database = await open(command.schema ?? 'current');
    try {
      return (await command.run({ ...given, database, settings: settings() })) ?? 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof UsageError) {
      const usage = `${error.message}: see ${program} ${command?.name ?? ''} --help`;
      output.err(plainText(usage).replaceAll(/ {2,}/g, ' '));
      return 2;
    }
    // The message may quote a file or a customer.
    output.err(plainText(describeFailure(error)));
    return 1;
  }
}

const isHelpArgument = (arg: string | undefined) => arg === '--help' || arg === '-h' || arg === 'help';
const groupOf = (first: string) => commands.filter(({ name }) => name.startsWith(`${first} `));

/** `help`, `help users`, `help users invite`, `users --help`. The `--help` of a single command is one of its options. */
function findHelp([first, second, ...rest]: string[]): string[] | undefined {
  if (first === undefined || (isHelpArgument(first) && (second === undefined || isHelpArgument(second))))
    return helpForAll(commands);
  const [topic, next] = isHelpArgument(first) ? [second ?? '', rest[0] ?? 'help'] : [first, second];
  const group = groupOf(topic);
  if (isHelpArgument(next) && group.length > 0) {
    const own = commands.find(({ name }) => name === topic);
    return own === undefined ? helpForGroup(group) : [...helpFor(own), '', ...helpForGroup(group)];
  }
  return isHelpArgument(first) ? helpFor(findCommand([topic, next ?? ''])) : undefined;
}

function findCommand([first = '', second]: string[]): Command {
  // `backup verify` before `backup`.
  const [found] = [`${first} ${second}`, first].flatMap((wanted) => commands.filter(({ name }) => name === wanted));
  if (found !== undefined) return found;
  const group = groupOf(first).map(({ name }) => name);
  if (group.length > 0) throw new UsageError(`"${first}" needs one of ${group.join(', ')}`);
  throw new UsageError(`unknown command "${first}"`);
}

function describeFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { message, code, path } = error as { message?: string; code?: string; path?: string };
  if (path !== undefined && ['EACCES', 'EPERM', 'ENOENT'].includes(code ?? '')) return describeReadFailure(path, error);
  return `Command failed: ${message ?? String(error)}${code === undefined ? '' : ` (${code})`}.`;
}

export const commands: readonly Command[] = [
  ...customerCommands,
  ...userCommands,
  ...staffCommands,
  ...recordCommands,
  ...jobCommands,
  ...installationCommands,
  ...backupCommands,
  ...maintenanceCommands,
  ...privacyCommands,
];

import type { NeededSchema, OperatorDatabase } from '#api/admin/operator-database.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type Command, type CommandSettings, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { helpFor, helpForAll, helpForGroup } from './help.ts';
import { type Output, plainText } from './output.ts';
import { readArguments } from './read-arguments.ts';

export interface CliContext {
  settings: () => CommandSettings;
  open: (needed: NeededSchema) => Promise<OperatorDatabase>;
  output: Output;
}

/** Runs one command and says with what the process is to end. */
export async function run(words: string[], { settings, open, output }: CliContext): Promise<0 | 1 | 2> {
  let command: Command | undefined;
  try {
    const asked = helpAskedFor(words);
    if (asked !== undefined) {
      asked.forEach(output.out);
      return 0;
    }
    command = find(words);
    const { isHelp: wantsHelp, given, options } = readArguments(command, words.slice(command.name.split(' ').length));
    if (wantsHelp) {
      helpFor(command).forEach(output.out);
      return 0;
    }
    const database = await open(command.schema ?? 'current');
    try {
      return (await command.run({ database, settings: settings(), output, given, options })) ?? 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof UsageError) {
      const usage = `${error.message}: see npm run portal -- ${command?.name ?? ''} --help`;
      output.err(plainText(usage).replaceAll(/ {2,}/g, ' '));
      return 2;
    }
    // It may name what a file or a customer wrote.
    output.err(plainText(sentence(error)));
    return 1;
  }
}

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';
const groupOf = (word: string) => commands.filter(({ name }) => name.startsWith(`${word} `));

/** `help`, `help users`, `help users invite`, `users --help`. A single command answers its own `--help`. */
function helpAskedFor([first, second, ...rest]: string[]): string[] | undefined {
  if (first === undefined || (isHelp(first) && (second === undefined || isHelp(second)))) return helpForAll(commands);
  const [topic, next] = isHelp(first) ? [second ?? '', rest[0] ?? 'help'] : [first, second];
  const group = groupOf(topic);
  if (isHelp(next) && group.length > 0) return helpForGroup(group);
  return isHelp(first) ? helpFor(find([topic, next ?? ''])) : undefined;
}

function find([first = '', second]: string[]): Command {
  const found = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found !== undefined) return found;
  const group = groupOf(first).map(({ name }) => name);
  if (group.length > 0) throw new UsageError(`"${first}" needs one of ${group.join(', ')}`);
  throw new UsageError(`there is no command "${first}"`);
}

function sentence(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { message, code } = error as { message?: string; code?: string };
  return `It did not work: ${message ?? String(error)}${code === undefined ? '' : ` (${code})`}.`;
}

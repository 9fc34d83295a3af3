import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { NeededSchema, OperatorDatabase } from '#api/db/operator-database.ts';
import type { FileSettings } from '#api/files/files.ts';
import type { Settings } from '#api/lib/env.ts';
import type { Output } from './output.ts';
import { isPackaged, program } from '#api/lib/program.ts';

interface Option {
  /** Placeholder of the value in the help; an option without one is a flag. */
  value?: string;
  about: string;
  isRequired?: boolean;
}

interface CommandText {
  /** One or two words. */
  name: string;
  summary: string;
  /** One that ends with `?` may be left out. */
  positionals?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** Further lines of the help. */
  notes?: readonly string[];
}

interface DatabaseCommand extends CommandText {
  schema?: NeededSchema;
  run(context: CommandContext): Promise<0 | 1 | void>;
}

/** Works while the database is away. */
interface OfflineCommand extends CommandText {
  runOffline(context: OfflineContext): Promise<0 | 1 | void>;
}

export type Command = DatabaseCommand | OfflineCommand;

export type CommandSettings = Pick<
  Settings,
  'siteUrl' | 'isSiteUrlGiven' | 'databaseUrl' | 'upstreams' | 'currency' | 'authSecret' | 'secretsBefore'
> &
  Partial<
    Pick<
      Settings,
      | 'migrationDatabaseUrl'
      | 'tlsCertificate'
      | 'metrics'
      | 'mailIn'
      | 'hasReminders'
      | 'hasBooking'
      | 'backupTo'
      | 'backupKeep'
      | 'backupRecipients'
      | 'backupIdentity'
      | 'backupScratchUrl'
    >
  > &
  FileSettings;

export interface OfflineContext {
  /** Throws if they are invalid. */
  readonly settings: CommandSettings;
  environment: NodeJS.ProcessEnv;
  open: (needed: NeededSchema) => Promise<OperatorDatabase>;
  output: Output;
  args: readonly string[];
  options: Options;
}

export interface CommandContext extends OfflineContext {
  database: OperatorDatabase;
}

export interface Options {
  get(name: string): string | undefined;
  hasFlag(name: string): boolean;
}

/** Wrong arguments: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const json: Option = { about: 'print JSON' };
export const limit: Option = { value: 'number', about: 'at most this many (100)' };

export function readLimit(options: Options): number {
  const value = options.get('limit') ?? '100';
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new UsageError(`--limit is "${value}", but must be a positive integer`);
  return Number(value);
}

type Values = Record<string, unknown>;

/** Options may stand anywhere; a missing or superfluous argument is a UsageError that names it. */
export function readArguments(command: Command, argv: string[]): { isHelp: boolean; args: string[]; options: Options } {
  const { values, positionals: args } = parse(command, argv);
  const isHelp = values['help'] === true;
  if (!isHelp) checkArguments(command, values, args);
  const options: Options = {
    get: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    hasFlag: (name) => values[name] === true,
  };
  return { isHelp, args, options };
}

function parse({ options = {} }: Command, argv: string[]): { values: Values; positionals: string[] } {
  const known: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(options))
    known[name] = { type: value === undefined ? 'boolean' : 'string' };
  try {
    return parseArgs({ args: argv, options: known, allowPositionals: true });
  } catch (error) {
    // The first sentence says what is wrong; the rest is advice for programmers.
    throw new UsageError((error as Error).message.split(/[.\n]/, 1)[0]);
  }
}

function checkArguments({ positionals = [], options = {} }: Command, values: Values, args: string[]): void {
  const missing = positionals[args.length];
  if (missing?.endsWith('?') === false) throw new UsageError(`<${missing}> is missing`);
  const blank = args.findIndex((arg) => arg.trim() === '');
  if (blank !== -1) throw new UsageError(`${placeholder(positionals[blank] ?? '')} is empty`);
  const extra = args[positionals.length];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}" (quote names that contain spaces)`);
  const required = Object.entries(options).find(
    ([name, option]) => option.isRequired === true && values[name] === undefined,
  );
  if (required !== undefined) throw new UsageError(`--${required[0]} is missing`);
  const empty = Object.entries(values).find(([, value]) => typeof value === 'string' && value.trim() === '');
  if (empty !== undefined) throw new UsageError(`--${empty[0]} is empty`);
}

const alignColumns = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const placeholder = (positional: string) =>
  positional.endsWith('?') ? `[${positional.slice(0, -1)}]` : `<${positional}>`;
const synopsis = ({ name, positionals = [] }: Command) => [name, ...positionals.map(placeholder)].join(' ');
const summaries = (commands: readonly Command[]) =>
  alignColumns(commands.map((command) => [synopsis(command), command.summary]));

/** Help for commands that share their first word. */
export function helpForGroup(commands: readonly Command[]): string[] {
  return [...summaries(commands), '', `Options: ${program} ${commands[0]?.name ?? ''} --help`];
}

export function helpForAll(commands: readonly Command[]): string[] {
  return [
    'Command line of the customer portal, for operators.',
    '',
    `${program} <command> [options]      ${program} <command> --help`,
    '',
    ...summaries(commands),
    '',
    ...(isPackaged
      ? ['Database: MIGRATION_DATABASE_URL, else DATABASE_URL.']
      : [
          'Database: MIGRATION_DATABASE_URL, else DATABASE_URL, else the embedded one in DATA_DIR (./data), which allows one process',
          'at a time: stop the server first.',
        ]),
    'Exit codes: 0 success; 1 failure, or a problem was found; 2 wrong arguments.',
  ];
}

export function helpFor(command: Command): string[] {
  const { summary, options = {}, notes = [] } = command;
  const flag = (name: string, { value }: Option) => (value === undefined ? `--${name}` : `--${name} <${value}>`);
  const usage = Object.entries(options).map(([name, option]) =>
    option.isRequired === true ? flag(name, option) : `[${flag(name, option)}]`,
  );
  const rows = Object.entries(options).map(([name, option]): [string, string] => [flag(name, option), option.about]);
  return [
    `${summary}.`,
    '',
    [program, synopsis(command), ...usage].join(' '),
    ...(rows.length === 0 ? [] : ['', ...alignColumns(rows)]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

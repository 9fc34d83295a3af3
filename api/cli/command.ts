import type { Settings } from '#api/lib/env.ts';
import type { NeededSchema, OperatorDatabase } from '#api/admin/operator-database.ts';
import type { Output } from './output.ts';

export interface Option {
  /** What stands for the value in the help; an option without one is a switch. */
  value?: string;
  about: string;
  isRequired?: boolean;
}

export interface Command {
  /** One or two words. */
  name: string;
  summary: string;
  /** What stands in line after the name, by the names that the help gives them. */
  takes: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Further lines of the help. */
  notes?: readonly string[];
  schema?: NeededSchema;
  run(context: CommandContext): Promise<ExitCode | void>;
}

export type ExitCode = 0 | 1;

export type CommandSettings = Pick<Settings, 'siteUrl' | 'isSiteUrlGiven' | 'databaseUrl' | 'dataDir' | 'currency'>;

export interface CommandContext {
  database: OperatorDatabase;
  settings: CommandSettings;
  output: Output;
  given: readonly string[];
  options: Options;
}

/** What was given; a switch that was not is false. */
export interface Options {
  text(name: string): string | undefined;
  isOn(name: string): boolean;
}

/** The command was not called as it wants to be. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const json: Option = { about: 'print JSON, for another program to read' };

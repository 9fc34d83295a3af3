import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { type Command, type Options, UsageError } from './command.ts';

export interface Arguments {
  isHelp: boolean;
  given: string[];
  options: Options;
}

/** Options may stand anywhere; what is missing or too much is told by name. */
export function readArguments(command: Command, words: string[]): Arguments {
  const { values, positionals } = parse(command, words);
  const isHelp = values['help'] === true;
  if (!isHelp) refuseWrongCall(command, values, positionals);
  return {
    isHelp,
    given: positionals,
    options: {
      text: (name) => {
        const value = values[name];
        return typeof value === 'string' ? value : undefined;
      },
      isOn: (name) => values[name] === true,
    },
  };
}

function parse({ options }: Command, words: string[]): { values: Record<string, unknown>; positionals: string[] } {
  const known: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(options))
    known[name] = { type: value === undefined ? 'boolean' : 'string' };
  try {
    return parseArgs({ args: words, options: known, allowPositionals: true });
  } catch (error) {
    // The first sentence says what is wrong; the others speak of what the parser can do.
    throw new UsageError((error as Error).message.split(/[.\n]/, 1)[0]);
  }
}

function refuseWrongCall({ takes, options }: Command, values: Record<string, unknown>, given: string[]): void {
  const missing = takes[given.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing`);
  const blank = given.findIndex((word) => word.trim() === '');
  if (blank !== -1) throw new UsageError(`<${takes[blank] ?? ''}> is empty`);
  const extra = given[takes.length];
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one word too many (put a name of several words into quotes)`);
  const required = Object.entries(options).find(
    ([name, option]) => option.isRequired === true && values[name] === undefined,
  );
  if (required !== undefined) throw new UsageError(`--${required[0]} is missing`);
  const empty = Object.entries(values).find(([, value]) => typeof value === 'string' && value.trim() === '');
  if (empty !== undefined) throw new UsageError(`--${empty[0]} is empty`);
}

import type { Command } from './command.ts';

const call = 'npm run portal --';

const padded = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const summaries = (commands: readonly Command[]) =>
  padded(commands.map(({ name, takes, summary }) => [[name, ...takes.map((one) => `<${one}>`)].join(' '), summary]));

/** The commands that share a first word. */
export function helpForGroup(commands: readonly Command[]): string[] {
  return [...summaries(commands), '', `Options: ${call} ${commands[0]?.name ?? ''} --help`];
}

export function helpForAll(commands: readonly Command[]): string[] {
  return [
    'The operator’s command line of the customer portal.',
    '',
    `${call} <command> [options]      ${call} <command> --help`,
    '',
    ...summaries(commands),
    '',
    'It works on the database that MIGRATION_DATABASE_URL or else DATABASE_URL names, or on the embedded one in DATA_DIR (./data),',
    'which serves one process at a time: stop the server first.',
    'It ends with 0 when all went well, with 1 when something was refused or found, with 2 when it was called wrongly.',
  ];
}

export function helpFor({ name, summary, takes, options, notes = [] }: Command): string[] {
  const written = Object.entries(options).map(([option, { value, isRequired }]) => {
    const text = value === undefined ? `--${option}` : `--${option} <${value}>`;
    return isRequired === true ? text : `[${text}]`;
  });
  const lines: [string, string][] = Object.entries(options).map(([option, { value, about }]) => [
    value === undefined ? `--${option}` : `--${option} <${value}>`,
    about,
  ]);
  return [
    `${summary}.`,
    '',
    [call, name, ...takes.map((one) => `<${one}>`), ...written].join(' '),
    ...(lines.length === 0 ? [] : ['', ...padded(lines)]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

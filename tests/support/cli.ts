import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { CommandSettings } from '#main/cli/command.ts';
import { createOutput } from '#main/cli/output.ts';
import { run } from '#main/cli/run.ts';
import type { OperatorDatabase } from '#api/db/operator-database.ts';

type Connection = Pick<OperatorDatabase, 'engine' | 'client'>;

export const folder = mkdtempSync(join(tmpdir(), 'cli-'));

export function writeCsv(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Signs the backups of commands. */
export const testSecret = 'the secret of commands in tests, of no server';

/** Runs a command on this database: its output and exit code. */
export const call = (operator: Connection | undefined, ...argv: string[]) => callWith({}, operator, ...argv);

/** The same with other settings. */
export async function callWith(
  settings: Partial<CommandSettings>,
  operator: Connection | undefined,
  ...argv: string[]
) {
  const [out, err]: [string[], string[]] = [[], []];
  const open = () =>
    operator === undefined
      ? Promise.reject(new Error('no database is needed'))
      : Promise.resolve({ ...operator, close: async () => {} });
  const write = (lines: string[]) => ({ write: (text: string) => lines.push(text) });
  // Without a clock that moves, no command takes long enough to show its progress.
  const output = createOutput(write(out), write(err), () => 0);
  const code = await run(argv, {
    settings: () => ({
      siteUrl: 'https://www.example.com',
      isSiteUrlGiven: true,
      databaseUrl: undefined,
      upstreams: ['127.0.0.1:3000'],
      dataDir: folder,
      currency: 'EUR',
      authSecret: testSecret,
      secretsBefore: [],
      s3Url: undefined,
      clamd: undefined,
      ...settings,
    }),
    open,
    output,
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** One connection to a database that a command uses, too. */
export async function connect<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

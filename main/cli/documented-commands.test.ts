import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands as known } from './run.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { type OwnerDatabase, createOwnerDatabase, hasPostgres } from '#tests/support/database.ts';
import { connect } from '#tests/support/cli.ts';
import { bundledFile, bundleServer } from '#tests/support/server.ts';
import { makeTemporaryFolder } from '../../scripts/lib/processes.ts';

interface Documented {
  line: number;
  command: string;
  /** The heading above it. */
  chapter: string;
}

const untested = /^# not tested: \S/;
/** Blocks that contain no commands. */
const otherKinds = ['ini', 'json'];

/** The commands that docs/operations.md promises to be tested, in its order; throws where it breaks its own rule. */
function readCommands(text: string): Documented[] {
  const commands: Documented[] = [];
  const seen = new Set<string>();
  let chapter = '';
  let block: { kind: string; isTested: boolean; lines: number } | undefined;
  for (const [at, content] of text.split('\n').entries()) {
    const fence = /^\s*```(.*)$/.exec(content);
    if (fence !== null) {
      const [, kind = ''] = fence;
      if (block === undefined && kind !== 'sh' && !otherKinds.includes(kind))
        throw new Error(`Line ${at + 1}: a block of "${kind}", which is neither sh nor ${otherKinds.join(', ')}.`);
      block = block === undefined ? { kind, isTested: kind === 'sh', lines: 0 } : undefined;
    } else if (block !== undefined) {
      block.lines += 1;
      if (block.lines === 1 && content.startsWith('#')) {
        if (!untested.test(content)) throw new Error(`Line ${at + 1}: begins with neither a command nor a reason.`);
        block.isTested = false;
      }
      if (block.isTested) commands.push({ line: at + 1, command: content, chapter });
    } else {
      chapter = /^#+ (.*)$/.exec(content)?.[1] ?? chapter;
      for (const [, command = ''] of content.matchAll(/`(rempart-azur [^`]+)`/g)) {
        if (!seen.has(command)) commands.push({ line: at + 1, command, chapter });
        seen.add(command);
      }
    }
  }
  return commands;
}

test('the page marks what is not tested, with a reason', () => {
  const block = (...lines: string[]) => ['# Title', '```sh', ...lines, '```', 'See `rempart-azur check`.'].join('\n');
  expect(readCommands(block('rempart-azur --help'))).toEqual([
    { line: 3, command: 'rempart-azur --help', chapter: 'Title' },
    { line: 5, command: 'rempart-azur check', chapter: 'Title' },
  ]);
  expect(readCommands(block('# not tested: needs root.', 'systemctl stop x'))).toHaveLength(1);
  expect(() => readCommands(block('# not tested:', 'systemctl stop x'))).toThrow('nor a reason');
  expect(() => readCommands('```bash\nls\n```')).toThrow('neither sh nor');
});

test('commands that the page only names exist, with their options', () => {
  const named = [...readFileSync('docs/operations.md', 'utf8').matchAll(/`([a-z-]+ [^`]+)`/g)].map(([, text = '']) =>
    text.split(' '),
  );
  const groups = new Set(known.map(({ name }) => name.split(' ', 1)[0]));
  const ours = named.filter(([first = '']) => groups.has(first));
  expect(ours.length).toBeGreaterThan(5);
  for (const [first = '', second = '', ...rest] of ours) {
    const command = known.find(({ name }) => name === `${first} ${second}` || name === first);
    const options = [second, ...rest].filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    expect([`${first} ${second}`, options.filter((one) => command?.options?.[one] === undefined)]).toEqual([
      command?.name === first ? `${first} ${second}` : command?.name,
      [],
    ]);
  }
});

const page = readFileSync('docs/operations.md', 'utf8');
const commands = readCommands(page);
const [, documentedCompany = ''] = /A file with every fact[\s\S]*?```json\n([^`]*)```/.exec(page) ?? [];

describe.skipIf(!hasPostgres)(`the commands of docs/operations.md${hasPostgres ? '' : ' (needs PostgreSQL)'}`, () => {
  const root = makeTemporaryFolder('documented');
  const databases: OwnerDatabase[] = [];
  const environment: Record<string, string> = {
    PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
    SITE_URL: 'https://www.example.com',
    COMPANY_FILE: join(root, 'company.json'),
    NODE_COMPILE_CACHE: join(root, 'cache'),
    // Nobody asks that host.
    TLS_CERTIFICATE: join(root, 'none.pem'),
    AUTH_SECRET: randomBytes(32).toString('base64'),
  };
  const relocate = (text: string) => text.replaceAll(/(?<![\w/.:])\/(?=(?:etc|var|tmp)\/)/g, `${root}/`);

  async function useEmptyDatabase(): Promise<void> {
    const database = await createOwnerDatabase();
    databases.push(database);
    const dataDir = join(root, `data-${databases.length}`);
    mkdirSync(dataDir);
    Object.assign(environment, {
      DATABASE_URL: database.servingUrl,
      MIGRATION_DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    });
  }

  const query = (text: string, values: unknown[] = []) =>
    connect(environment['MIGRATION_DATABASE_URL'] ?? '', (client) =>
      inOperatorTransaction({ client }, () => client.query(text, values)),
    );
  const makeUsers = (...emails: string[]) =>
    query('INSERT INTO users (email, name, email_verified) SELECT one, one, true FROM unnest($1::text[]) AS one', [
      emails,
    ]);

  /** What a reader of a chapter has before its first command. */
  const before: Record<string, () => Promise<unknown>> = {
    Users: () => makeUsers('claire@cabinet.example'),
    Staff: () => makeUsers('lea@example.com', 'sofia@example.com'),
    Tickets: () =>
      query(`INSERT INTO tickets (customer_id, ticket_number, subject, description)
        SELECT id, 'TKT-1794716637000', 'Printer', 'It does not print.' FROM customers LIMIT 1`),
    Restore: useEmptyDatabase,
  };

  beforeAll(async () => {
    for (const folder of ['bin', 'tmp', 'var/lib/rempart-azur', 'var/lib/rempart-azur-backups'])
      mkdirSync(join(root, folder), { recursive: true });
    bundleServer();
    const program = `#!/bin/sh\nexec '${process.execPath}' '${bundledFile('portal.js')}' "$@"\n`;
    writeFileSync(join(root, 'bin/rempart-azur'), program, { mode: 0o755 });
    writeFileSync(join(root, 'tmp/invoices.csv'), 'number;amount;status\nFA-2026-0001;1250.50;pending\n');
    writeFileSync(environment['COMPANY_FILE'] ?? '', documentedCompany);
    writeFileSync(join(root, 'tmp/reply.txt'), 'Does it print again?\n');
    await useEmptyDatabase();
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
    rmSync(root, { recursive: true, force: true });
  });

  let chapter = '';
  // One after the other: a command may need what those before it have made.
  test.each(commands)('line $line: $command', async ({ command, chapter: own }) => {
    if (own !== chapter) await before[own]?.();
    chapter = own;
    const { status, stderr } = spawnSync('sh', ['-euc', relocate(command)], {
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // This machine is not the documented one: doctor prints what is wrong with it.
    const isFinding = command === 'rempart-azur doctor' && status === 1;
    expect({ status: isFinding ? 0 : status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { attachFiles } from '#tests/support/attached-files.ts';
import { callWith, testSecret } from '#tests/support/cli.ts';
import { describeOperator, type OperatorFixture, openOperator } from '#tests/support/fixtures.ts';
import { readBackup } from './read-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const root = mkdtempSync(join(tmpdir(), 'signed-backups-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const keys = deriveKeys(testSecret).backups;

/** What somebody who can write to the bucket can do: everything but sign. */
function forge(
  file: string,
  change: (lines: string[]) => string[],
  end: 'kept' | 'rehashed' | 'unsigned' | 'bare',
): string {
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  const at = text.lastIndexOf('["end"');
  const changed = Buffer.from(change(text.slice(0, at).split('\n')).join('\n'), 'latin1');
  const { files, missing, key, hmac } = JSON.parse(text.slice(at))[1];
  const ends = {
    kept: JSON.parse(text.slice(at))[1],
    rehashed: { files, missing, sha256: sha256(changed), key, hmac },
    unsigned: { files, missing, sha256: sha256(changed) },
    bare: { files, missing },
  };
  const forged = join(root, `forged-${randomBytes(4).toString('hex')}.gz`);
  writeFileSync(forged, gzipSync(Buffer.concat([changed, Buffer.from(`${JSON.stringify(['end', ends[end]])}\n`)])));
  return forged;
}

const sayVersion = (product: string | undefined) => (lines: string[]) =>
  lines.with(0, JSON.stringify({ ...JSON.parse(lines[0] ?? ''), product }));

/** A further administrator, like the one that is there. */
function addAdmin(lines: string[]): string[] {
  const header = JSON.parse(lines[0] ?? '');
  const id = '00000000-0000-4000-8000-000000000666';
  const changes = { users: { id, email: 'forged@evil.example' }, staff_members: { user_id: id } };
  for (const table of header.tables) if (table.name in changes) table.rows += 1;
  const copies = Object.entries(changes).map(([table, change]) => {
    const at = lines.indexOf(JSON.stringify(table)) + 1;
    return { at, row: JSON.stringify({ ...JSON.parse(lines[at] ?? ''), ...change }) };
  });
  const forged = copies
    .toSorted((one, other) => other.at - one.at)
    .reduce((all, { at, row }) => all.toSpliced(at, 0, row), lines);
  return forged.with(0, JSON.stringify(header));
}

describeOperator(({ engine, operator }) => {
  const settings = { dataDir: join(root, `${engine}-data`), databaseUrl: operator.database.url };
  const file = join(root, `${engine}.gz`);
  const verify = (of: string, ...argv: string[]) => callWith(settings, undefined, 'backup', 'verify', of, ...argv);
  const prove = (of: string, ...argv: string[]) => callWith(settings, operator, 'backup', 'prove', of, ...argv);
  // Shared by the restores that are refused, which leave it empty.
  let empty: Promise<OperatorFixture> | undefined;
  async function restore(of: string, ...argv: string[]) {
    empty ??= openOperator(engine);
    const target = await empty;
    const dataDir = join(root, randomBytes(4).toString('hex'));
    const result = await callWith({ ...settings, dataDir }, target, 'restore', of, ...argv);
    const { rows } = await inOperatorTransaction(target, (client) =>
      client.query<{ email: string }>('SELECT email FROM users ORDER BY email'),
    );
    if (result.code === 0) {
      empty = undefined;
      await target.close();
    }
    return { ...result, users: rows.map(({ email }) => email) };
  }
  afterAll(async () => (await empty)?.close());

  beforeAll(async () => {
    // Every changed byte below costs a reading of the whole.
    await attachFiles(operator, { ...settings, size: 2000 });
    await inOperatorTransaction(operator, (client) =>
      client.query(
        `WITH honest AS (INSERT INTO users (name, email, email_verified) VALUES ('Ada', 'ada@b.example', true) RETURNING id)
        INSERT INTO staff_members (user_id, name, permissions) SELECT id, 'Ada', '{admin}' FROM honest`,
      ),
    );
    await callWith(settings, operator, 'backup', file);
  });

  test('a signed backup is accepted everywhere, and its powers are named', async () => {
    expect(await verify(file)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('complete and signed') });
    expect(await prove(file)).toMatchObject({ code: 0, err: '' });
    const restored = await restore(file);
    expect(restored).toMatchObject({ code: 0, err: '', users: ['ada@b.example'] });
    expect(restored.out).toContain('It has no bank account.');
    expect(restored.out).toMatch(/^ada@b\.example +admin +yes +no/m);
  });

  test.each(['kept', 'rehashed', 'unsigned', 'bare'] as const)(
    'a forged administrator is refused, with an end that is %s',
    async (end) => {
      const forged = forge(file, addAdmin, end);
      const restored = await restore(forged);
      const proven = end === 'rehashed' ? [await prove(forged)] : [];
      for (const refused of [await verify(forged), ...proven, restored]) {
        expect(refused.code).toBe(1);
        expect(refused.err).toMatch(/altered|forged/);
      }
      expect(restored.users).toEqual([]);
    },
  );

  test('a forger who writes an older version into the header gets past verify with a warning, and not past restore', async () => {
    for (const [product, end] of [
      ['1.1.0', 'unsigned'],
      ['1.0.0', 'unsigned'],
      [undefined, 'bare'],
    ] as const) {
      const forged = forge(file, (lines) => sayVersion(product)(addAdmin(lines)), end);
      expect(await verify(forged)).toMatchObject({ code: 0, err: expect.stringContaining('Warning: The file') });
      const refused = await restore(forged);
      expect(refused).toMatchObject({ code: 1, users: [], err: expect.stringContaining('which did not sign backups') });
      const accepted = await restore(forged, '--unsigned');
      expect(accepted).toMatchObject({ code: 0, err: expect.stringContaining('Compare its staff and bank accounts') });
      expect(accepted.out).toMatch(/^forged@evil\.example +admin +yes/m);
    }
    // A signature that is there counts, whatever the version.
    const wrong = forge(file, sayVersion('1.1.0'), 'rehashed');
    expect(await verify(wrong)).toMatchObject({ code: 1, err: expect.stringContaining('its signature is wrong') });
  });

  test('--unsigned accepts what is whole, and nothing that is damaged', async () => {
    const forged = forge(file, addAdmin, 'rehashed');
    expect(await verify(forged, '--unsigned')).toMatchObject({
      code: 0,
      err: expect.stringContaining('its signature is wrong'),
      out: expect.not.stringContaining('complete and signed'),
    });
    expect(
      await prove(
        forge(file, (lines) => lines, 'unsigned'),
        '--unsigned',
      ),
    ).toMatchObject({ code: 0 });
    expect(await verify(forge(file, addAdmin, 'kept'), '--unsigned')).toMatchObject({ code: 1 });
    expect(
      await verify(
        forge(file, (lines) => lines, 'bare'),
        '--unsigned',
      ),
    ).toMatchObject({ code: 1 });
  });

  test('a table that no backup has is refused', async () => {
    const withSessions = forge(
      file,
      (lines) => {
        const header = JSON.parse(lines[0] ?? '');
        header.tables.push({ name: 'sessions', columns: ['id'], rows: 0 });
        return lines.with(0, JSON.stringify(header));
      },
      'unsigned',
    );
    expect(await restore(withSessions, '--unsigned')).toMatchObject({
      code: 1,
      err: expect.stringContaining('a table sessions'),
    });
  });

  test('another secret is named by its key; former secrets and a file of secrets verify', async () => {
    const authSecret = 'another secret, with more than 32 characters';
    const with_ = (more: object, ...argv: string[]) =>
      callWith({ ...settings, authSecret, ...more }, undefined, 'backup', 'verify', file, ...argv);
    const unknown = await with_({});
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringMatching(/whose key is [0-9a-f]{16}: add it to AUTH_SECRET_BEFORE/),
    });
    const id = /whose key is ([0-9a-f]{16})/.exec(unknown.err)?.[1] ?? '';
    expect(gunzipSync(readFileSync(file)).includes(`"key":"${id}"`)).toBe(true);
    expect(await with_({ secretsBefore: [testSecret] })).toMatchObject({ code: 0, err: '' });
    const secrets = join(root, `${engine}-secrets`);
    writeFileSync(secrets, `AUTH_SECRET=${authSecret}\n\n${testSecret}\n`);
    expect(await with_({ authSecret: undefined }, '--secret-file', secrets)).toMatchObject({ code: 0, err: '' });
    const none = { authSecret: undefined, dataDir: join(root, 'nowhere') };
    expect(await with_(none)).toMatchObject({ code: 1, err: expect.stringContaining('AUTH_SECRET is not known here') });
    expect(await with_(none, '--unsigned')).toMatchObject({ code: 0, err: expect.stringContaining('Warning: ') });
    writeFileSync(secrets, 'short\n');
    expect(await with_(none, '--secret-file', secrets)).toMatchObject({ code: 1, err: expect.stringContaining('32') });
  });

  test('a restore says before it commits that authenticators cannot be decrypted', async () => {
    await inOperatorTransaction(operator, (client) =>
      client.query(
        `INSERT INTO two_factors (user_id, secret, backup_codes) SELECT id, '$ba$1$cipher', '' FROM users LIMIT 1`,
      ),
    );
    const locked = join(root, `${engine}-locked.gz`);
    await callWith(settings, operator, 'backup', locked);
    await operator.client.query('DELETE FROM two_factors');
    expect(await restore(locked)).toMatchObject({
      code: 1,
      users: [],
      err: expect.stringMatching(/^1 authenticator is encrypted.*AUTH_SECRET_BEFORE: nothing was restored/),
    });
    expect(await restore(locked, '--without-authenticators')).toMatchObject({ code: 0, err: '' });
  });

  test.runIf(engine === 'postgresql')('a backup of PostgreSQL without AUTH_SECRET fails', async () => {
    const bare = { ...settings, authSecret: undefined };
    expect(await callWith(bare, operator, 'backup', join(root, 'none.gz'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('needs AUTH_SECRET'),
    });
  });

  describe('a change in the content of a signed backup is refused, wherever it is:', () => {
    const judge = async (content: Buffer) => {
      const packed = gzipSync(content, { level: 1 });
      const reader = readBackup({
        name: basename(file),
        content: (async function* chunks() {
          yield packed;
        })(),
      });
      return verifyBackup(reader, { keys, unsigned: 'older' }, () => {}).then(
        ({ doubt }) => (doubt === undefined ? 'signed' : 'doubtful'),
        () => 'refused',
      );
    };
    const original = () => gunzipSync(readFileSync(file));
    const linesOf = (content: Buffer) => {
      const found: Buffer[] = [];
      for (let at = 0; at < content.length;) {
        const end = content.indexOf(0x0a, at) + 1 || content.length;
        found.push(content.subarray(at, end));
        at = end;
      }
      return found;
    };
    const random = (below: number) => randomBytes(4).readUInt32BE() % below;

    test('a byte', async () => {
      const whole = original();
      expect(await judge(whole)).toBe('signed');
      const end = whole.lastIndexOf('["end"');
      const places = [
        ...Array.from({ length: whole.length - end }, (_, at) => end + at),
        ...Array.from({ length: 100 }, () => random(end)),
      ];
      for (const at of places) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
        expect([at, await judge(changed)]).toEqual([at, 'refused']);
      }
    });

    test('a line', async () => {
      const all = linesOf(original());
      for (let nth = 0; nth < all.length; nth += Math.ceil(all.length / 20)) {
        const other = (nth + 1 + random(all.length - 1)) % all.length;
        const [one, two] = [all[nth] ?? Buffer.of(), all[other] ?? Buffer.of()];
        const variants = {
          dropped: all.toSpliced(nth, 1),
          doubled: all.toSpliced(nth, 0, one),
          ...(!one.equals(two) && { swapped: all.with(nth, two).with(other, one) }),
          blank: all.toSpliced(nth, 0, Buffer.from('\n')),
        };
        for (const [name, lines] of Object.entries(variants))
          expect([nth, name, await judge(Buffer.concat(lines))]).toEqual([nth, name, 'refused']);
      }
      const last = all.at(-1) ?? Buffer.of();
      for (const line of [last, Buffer.from('\n'), Buffer.from('{}\n'), Buffer.from('x')])
        expect(await judge(Buffer.concat([...all, line]))).toBe('refused');
      for (const spelling of [' ', '\t'])
        expect(await judge(Buffer.concat([...all.slice(0, -1), Buffer.from(`${spelling}${last.toString()}`)]))).toBe(
          'refused',
        );
      const upper = last.toString().replace(/"hmac":"[0-9a-f]+"/, (hmac) => hmac.toUpperCase().replace('HMAC', 'hmac'));
      const more = last.toString().replace('}]', ',"more":1}]');
      for (const text of [upper, more])
        expect(await judge(Buffer.concat([...all.slice(0, -1), Buffer.from(text)]))).toBe('refused');
    });
  });
});

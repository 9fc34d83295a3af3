import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createOwnerDatabase, hasPostgres } from '#tests/support/database.ts';
import { type Migration, functionsName, migrate, readMigrations } from './migrate.ts';

const heading = /^## (\d\S*) \(.*\)\n\nCommit `(\w+)`/gm;
const releases = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(heading)].map(([, version = '', commit = '']) => ({
  version,
  commit,
}));
const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout;
// An archive of the sources, or a clone without history, does not have them.
const isStored = releases.every(({ commit }) => spawnSync('git', ['cat-file', '-e', commit]).status === 0);

/** The SQL files of a folder as they were in a commit. */
function readReleased(commit: string, folder: string): Migration[] {
  const paths = git('ls-tree', '--name-only', commit, `api/db/${folder}/`).split('\n');
  return paths
    .filter((path) => path.endsWith('.sql'))
    .map((path) => {
      const sql = git('show', `${commit}:${path}`);
      return {
        name: path.slice(path.lastIndexOf('/') + 1),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
}

test('CHANGELOG.md names the commits of all releases', () => {
  expect(releases.map(({ version }) => version)).toEqual(expect.arrayContaining(['1.0.0', '1.1.0']));
});

// As the owner of the database: a superuser may replace what belongs to another role.
describe.skipIf(!hasPostgres || !isStored)('as the login that owns the database', () => {
  test.each(releases)('the schema of $version becomes the current one', async ({ version, commit }) => {
    const { url, drop } = await createOwnerDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const before = readReleased(commit, 'migrations');
      await migrate(client, before, readReleased(commit, 'functions'), version);
      const added = readMigrations().slice(before.length);
      expect(await migrate(client)).toEqual([...added.map(({ name }) => name), functionsName]);
      expect(await migrate(client)).toEqual([]);
    } finally {
      await client.end();
      await drop();
    }
  });
});

import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, 'link-node.js');

/** As npm runs it, in a folder without packages. */
const runBy = (npm: string) =>
  spawnSync(process.execPath, [script], {
    cwd: tmpdir(),
    env: { npm_config_user_agent: npm },
    encoding: 'utf8',
  });

test('an installation by an npm that leaves packages out ends with a sentence', () => {
  const { status, stderr } = runBy('npm/9.2.0 node/v18.20.4 linux x64 workspaces/false');
  expect([status, stderr]).toEqual([1, expect.stringContaining('npm runs on Node 18 and has left out packages')]);
});

test.each(['npm/10.9.9 node/v20.20.2 linux x64', 'npm/10.9.9 node/v24.21.0 linux x64', ''])(
  'an installation by "%s" goes on',
  (npm) => {
    expect(runBy(npm)).toMatchObject({ status: 0, stderr: '' });
  },
);

import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { restartOnChange } from './restart-on-change.ts';
import { endWithParent } from './processes.ts';

test('a changed source restarts the process after the old one has ended; a changed test does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  let alive = 0;
  let mostAlive = 0;
  let starts = 0;
  const stop = restartOnChange([folder], () => {
    starts += 1;
    alive += 1;
    mostAlive = Math.max(mostAlive, alive);
    const child = endWithParent(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
    child.once('exit', () => {
      alive -= 1;
    });
    return child;
  });
  writeFileSync(join(folder, 'a.test.ts'), '');
  await wait(400);
  expect(starts).toBe(1);
  writeFileSync(join(folder, 'a.ts'), '');
  writeFileSync(join(folder, 'b.ts'), '');
  await expect.poll(() => starts).toBe(2);
  await stop();
  expect([alive, mostAlive]).toEqual([0, 1]);
});

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

// Editors and git write several files at once.
const pause = 150;

/**
 * Starts a process and restarts it whenever a file in these folders changes. Not `node --watch`: its reports on
 * imports reach the listeners of our worker threads as if the workers had sent them.
 */
export function restartOnChange(folders: readonly string[], start: () => ChildProcess): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let child = start();
  let isRestarting = false;

  const restart = async () => {
    if (isRestarting) return;
    isRestarting = true;
    await wait(pause, undefined, { signal }).catch(() => undefined);
    isRestarting = false;
    const old = child;
    await end(old);
    if (!signal.aborted && child === old) child = start();
  };
  for (const folder of folders) {
    watch(folder, { recursive: true, signal }, (_event, file) => {
      if (file !== null && /\.(?:ts|sql|json)$/.test(file) && !file.endsWith('.test.ts')) void restart();
    });
  }
  return async () => {
    stopping.abort();
    await end(child);
  };
}

/** Asks a process to stop and waits until it has. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

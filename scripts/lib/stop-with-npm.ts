import { readFileSync } from 'node:fs';

const often = 250;

/** On Linux: the parent of another process, or nothing once that has ended. */
function parentOf(pid: number): number | undefined {
  try {
    // Behind the name, in parentheses, which may itself hold any character.
    const [, parent] = /\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}

function isShell(pid: number): boolean {
  try {
    return /^(?:ba|da|a|z|k)?sh$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  } catch {
    return false;
  }
}

/**
 * npm forwards SIGTERM to the shell between npm and us, which exits without forwarding it. When npm is
 * killed with SIGKILL, the shell lives on, so its parent is watched as well.
 */
export function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  const isOrphan = () => process.ppid !== parent || (grandparent !== undefined && parentOf(parent) !== grandparent);
  const watch = setInterval(() => {
    if (!isOrphan()) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, often).unref();
}

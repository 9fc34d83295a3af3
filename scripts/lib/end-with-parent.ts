import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// Reads `add PID` and `remove PID`; when the pipe closes, ends what is left, each with its process group where it leads one.
const watchdogScript = `
pids=
while read -r action pid; do
  left=
  for other in $pids; do [ "$other" = "$pid" ] || left="$left $other"; done
  pids=$left
  [ "$action" = add ] && pids="$pids $pid"
done
[ -n "$pids" ] || exit 0
for signal in TERM KILL; do
  for pid in $pids; do kill -s $signal -- "-$pid" || kill -s $signal "$pid"; done
  [ $signal = KILL ] || sleep 3
done
`;

let watchdog: ChildProcess | undefined;

function tell(line: string): void {
  if (watchdog === undefined) {
    // In a session of its own, so that neither the terminal nor the end of our process group ends it before its work is done.
    watchdog = spawn('/bin/sh', ['-c', watchdogScript], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    watchdog.on('error', () => undefined).unref();
    const stdin = watchdog.stdin as Socket;
    stdin.on('error', () => undefined).unref();
  }
  watchdog.stdin?.write(`${line}\n`);
}

/** The process with this id ends when ours does, even by SIGKILL, which no handler sees. Not on Windows. */
export function endPidWithParent(pid: number): void {
  if (process.platform !== 'win32') tell(`add ${pid}`);
}

/** For every long-running child of a test, a bench or a fault: nothing outlives the run that started it. */
export function endWithParent<Child extends ChildProcess>(child: Child): Child {
  const { pid } = child;
  if (pid === undefined) return child;
  endPidWithParent(pid);
  child.once('exit', () => {
    if (process.platform !== 'win32') tell(`remove ${pid}`);
  });
  return child;
}

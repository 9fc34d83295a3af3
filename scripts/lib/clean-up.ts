import { stopCommands } from './run-command.ts';

type Task = () => Promise<void>;

const tasks: Task[] = [];

/** Registered as soon as there is something to remove, so that a failure or a signal in between leaves nothing. */
export function whenDone(task: Task): void {
  tasks.unshift(task);
}

export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0)) await task();
}

export function cleanUpOnSignals(): void {
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      stopCommands('SIGTERM');
      void cleanUp().finally(() => process.exit(code));
    });
  }
}

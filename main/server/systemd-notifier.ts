import { execFile } from 'node:child_process';
import { notifyEnvironment } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';

export interface SystemdNotifier {
  /** The unit is started. From now on systemd restarts a process that does not report for WatchdogSec, or is not healthy. */
  ready(isHealthy: () => boolean): void;
  stopping(): void;
}

/**
 * For a unit of Type=notify; without one, NOTIFY_SOCKET is not set and nothing happens. Node has no datagram sockets in the
 * file system, so systemd's own program sends the messages: the unit has NotifyAccess=all.
 */
export function createSystemdNotifier(log: Log, environment = notifyEnvironment): SystemdNotifier {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, PATH } = environment;
  if (!NOTIFY_SOCKET) return { ready: () => undefined, stopping: () => undefined };
  const notify = (...messages: string[]) => {
    execFile('systemd-notify', messages, { env: { NOTIFY_SOCKET, PATH }, timeout: 10_000 }, (error) => {
      if (error !== null) log.warn({ err: error }, 'systemd could not be notified');
    });
  };
  const intervalMs = Number(WATCHDOG_USEC ?? 0) / 1000 / 3;
  return {
    ready: (isHealthy) => {
      notify('--ready');
      if (intervalMs > 0)
        setInterval(() => {
          if (isHealthy()) notify('WATCHDOG=1');
        }, intervalMs).unref();
    },
    stopping: () => notify('STOPPING=1'),
  };
}

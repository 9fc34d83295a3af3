import type { Database } from '#api/db/connect.ts';
import { startPeriodic } from '#api/db/periodic.ts';
import type { Settings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import { renderMail } from '#api/mail/render-mail.ts';
import type { MailTransport } from '#api/mail/transports.ts';
import { type AlertMail, alertMail, endOutage, updateAlerts } from './alerts.ts';
import { checkLimits, runChecks } from './checks.ts';
import { type Facts, readFacts } from './facts.ts';
import { outageFile } from './outage-file.ts';
import type { ReadProbes } from './probes.ts';

interface MonitorDeps {
  /** Undefined until the database has opened. */
  database: () => Pick<Database, 'pool'> | undefined;
  settings: Pick<Settings, 'siteUrl' | 'dataDir' | 'clamd' | 'hasReminders' | 'hasBooking'> & { alertTo: string };
  readProbes: ReadProbes;
  transport: Pick<MailTransport, 'send'>;
  log: Log;
  /** Milliseconds, of any origin: how long the database has been away does not depend on the time of day. */
  now?: () => number;
  intervalMs?: number;
  sendTimeoutMs?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Runs the checks and tells ALERT_TO what began, what continues after a day, and what ended. */
export function createMonitor({
  database,
  settings,
  readProbes,
  transport,
  log,
  now = () => performance.now(),
  sendTimeoutMs = 60_000,
}: MonitorDeps) {
  const file = outageFile(settings.dataDir);
  let failingSince: number | undefined;
  let isSending = false;
  // As the database said last.
  let isHeld = false;

  /** Not through the queue: it is in the database, and may be what does not work. The queue's mail has the same Message-ID. */
  async function sendNow({ id, recipient, items, link }: AlertMail): Promise<boolean> {
    if (isSending || isHeld) return false;
    isSending = true;
    let timer: NodeJS.Timeout | undefined;
    try {
      const template = 'alert-staff';
      const mail = renderMail({ template, locale: 'fr', data: { items, link } });
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('The mail server timed out.')), sendTimeoutMs).unref();
      });
      await Promise.race([transport.send({ ...mail, id, template, recipient, createdAt: new Date() }), timeout]);
      return true;
    } catch (error) {
      log.error({ err: error, checks: items.map(({ name }) => name) }, 'an alert could not be sent');
      return false;
    } finally {
      clearTimeout(timer);
      isSending = false;
    }
  }

  function logItems({ items }: AlertMail): void {
    for (const { name, scope, state, value } of items) {
      const fields = { check: name, ...(scope !== '' && { host: scope }), value };
      if (state === 'ended') log.info(fields, 'a check passes again');
      else log.error(fields, state === 'began' ? 'a check fails' : 'a check still fails');
    }
  }

  /** Once it has lasted for five minutes, and then once a day. Until a mail was accepted, with each run. */
  async function reportOutage(): Promise<void> {
    failingSince ??= now();
    const known = await file.read();
    const duration = now() - failingSince;
    if (known === undefined && duration < checkLimits.databaseDown * 1000) return;
    if (known !== undefined && Date.now() - known.notifiedAt.getTime() < dayMs) return;
    const since = known?.since ?? new Date(Date.now() - duration);
    const state = known === undefined ? 'began' : 'continues';
    const mail = alertMail([{ name: 'database', scope: '', state, since: since.toISOString(), value: null }], settings);
    if (!isSending) logItems(mail);
    // In the background: a mail server that hangs must delay neither the next check nor the end of the server.
    void sendNow(mail)
      .then((isSent) => (isSent ? file.write({ since, notifiedAt: new Date() }) : undefined))
      .catch((error: unknown) => log.error({ err: error }, 'an alert could not be recorded'));
  }

  async function check(current: Pick<Database, 'pool'>, facts: Facts): Promise<void> {
    failingSince = undefined;
    const outage = await file.read();
    if (outage !== undefined) {
      const cleared = await endOutage(current, outage.since, settings);
      await file.remove();
      if (cleared !== undefined) logItems(cleared);
    }
    // Nothing leaves a restored copy, and alerts about it would be out of date afterwards.
    if (isHeld) return;
    const results = runChecks({ facts, probes: await readProbes(), settings });
    const mail = await updateAlerts(current, results, settings);
    if (mail === undefined) return;
    logItems(mail);
    if (results.some(({ name, state }) => name === 'mail' && state === 'failing')) void sendNow(mail);
  }

  /** One run. Returns whether the database answered. */
  async function run(): Promise<boolean> {
    const current = database();
    const facts = current === undefined ? undefined : await readFacts(current.pool).catch(() => undefined);
    if (current === undefined || facts === undefined) {
      await reportOutage();
      return false;
    }
    isHeld = facts.heldFor !== null;
    await check(current, facts);
    return true;
  }

  return { run };
}

/** Until stopped; more often while the database does not answer. */
export function startMonitor({ intervalMs = 2 * 60_000, ...deps }: MonitorDeps) {
  const monitor = createMonitor(deps);
  return startPeriodic({
    database: () => monitor,
    run: async ({ run }) => ((await run()) ? undefined : Math.min(intervalMs, 30_000)),
    intervalMs,
    log: deps.log,
    failure: 'the checks could not be run',
  });
}

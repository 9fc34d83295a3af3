import type { WorkDeps } from '#api/capability.ts';
import { retentionHandlers } from '../admin/retention/apply-retention.ts';
import type { Database } from '#api/db/connect.ts';
import type { DatabaseHandle } from '#api/db/database-handle.ts';
import { startPeriodic } from '#api/db/periodic.ts';
import { startRateLimitCleanup } from '#api/db/rate-limit.ts';
import type { Settings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import type { Files } from '#api/files/files.ts';
import type { MailReader } from '#api/mail/inbound/mail-reader.ts';
import { mailPolicyOf } from '#api/services/mail-in/mail-policy.ts';
import { receivedMailHandlers } from '#api/services/mail-in/read-received.ts';
import { ticketChecks, ticketHandlers } from '#api/services/tickets/recurring-jobs.ts';
import { replyHandlers } from '#api/services/tickets/pending-replies.ts';
import { scanHandlers } from '#api/services/tickets/scan-files.ts';
import { type JobClock, startJobClock } from '#api/jobs/job-clock.ts';
import { type JobHandlers, startWorker } from '#api/jobs/worker.ts';
import { startDelivery } from '#api/mail/delivery.ts';
import type { MailTransport } from '#api/mail/transports.ts';
import { notificationHandlers } from '#api/services/notifications/ticket-jobs.ts';
import { publishToLead } from '#modules/leads/server/publish-lead-reply.ts';
import { createAccountHash } from '#modules/bank/server/account-hash.ts';
import { prepareTicketMails } from '#api/services/notifications/ticket-mails.ts';
import { startMonitor } from '#modules/monitoring/server/monitor.ts';
import type { ReadProbes } from '#modules/monitoring/server/probes.ts';
import { capabilities } from '../capabilities.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Site } from './site/load-site.ts';

interface StartWorkDeps extends Pick<WorkDeps, 'settings' | 'keys' | 'log'> {
  files: Files;
  handle: DatabaseHandle<Database>;
  readProbes: ReadProbes;
  metrics: Pick<Metrics, 'onJob'>;
  transport: MailTransport;
  reader: MailReader;
  site: Site | undefined;
}

/** The domain of reply addresses in mails about tickets, where such mails are received. */
const replyDomainOf = ({ mailIn, mailInKey, mailInDomain }: Settings) =>
  mailIn === undefined && mailInKey === undefined ? undefined : mailInDomain;

const merge = <Part extends object>(parts: readonly Part[]) => Object.assign({}, ...parts) as Part;

/** Starts everything that happens without a request. Slow jobs have workers of their own, so that others need not wait. */
export function startWork({
  settings,
  keys,
  files,
  transport,
  reader,
  site,
  handle,
  readProbes,
  metrics: { onJob },
  log,
}: StartWorkDeps): () => Promise<void> {
  const { siteUrl, supportTo, dataDir } = settings;
  const database = () => handle.current;
  const ofModules = capabilities.map(({ work }) => work?.({ settings, keys, database, log }) ?? {});
  const prepare = {
    ...prepareTicketMails({ database, siteUrl, supportTo }),
    ...merge(ofModules.map(({ mails = {} }) => mails)),
  };
  const clock = startJobClock({ database, log, hurry: { ticket_changes: ticketChecks } });
  const startNamed = (name: string, handlers: JobHandlers, pollIntervalMs?: number) =>
    startWorker({
      database,
      handlers,
      log,
      name,
      clock,
      onJob,
      ...(pollIntervalMs !== undefined && { pollIntervalMs }),
    });
  const workers = [
    clock,
    startDelivery({ database, transport, prepare, languages: settings.languages, log, clock, onJob }),
    startNamed('job', {
      ...notificationHandlers({ supportTo, replyDomain: replyDomainOf(settings) }),
      ...ticketHandlers(log, () => clock.isListening),
      ...merge(ofModules.map(({ jobs = {} }) => jobs)),
    }),
    ...ofModules.flatMap(({ slowJobs }) =>
      slowJobs === undefined ? [] : [startNamed(slowJobs.name, slowJobs.handlers)],
    ),
    // Soon after its time, also if an instance has died while it published.
    startWorker({
      database,
      handlers: replyHandlers(database),
      log,
      name: 'reply',
      clock,
      onJob,
      leaseSeconds: 30,
      pollIntervalMs: 1_000,
    }),
    ...(files.clamd === undefined ? [] : [startNamed('scan', scanHandlers({ database, files, log }))]),
    // One at a time: whatever strangers send, it uses one core.
    startWorker({
      database,
      handlers: receivedMailHandlers({ database, files, policy: mailPolicyOf(settings), reader, publishToLead, log }),
      log,
      name: 'received mail',
      clock,
      onJob,
      atOnce: 1,
      leaseSeconds: 120,
      pollIntervalMs: 1_000,
    }),
    startNamed('retention', retentionHandlers({ database, dataDir, files, log }), 60_000),
    startRateLimitCleanup({ database, log }),
    ...(settings.alertTo === undefined
      ? []
      : [startMonitor({ database, settings: { ...settings, alertTo: settings.alertTo }, readProbes, transport, log })]),
    ...(site === undefined ? [] : [startAccountUpdates({ database, site, clock, log })]),
  ];
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
}

/** The page /verifier compares with the account that is active now: it changes when its 72 hours have passed, without a request. */
function startAccountUpdates({
  database,
  site,
  clock,
  log,
}: {
  database: () => Database | undefined;
  site: Site;
  clock: JobClock;
  log: Log;
}) {
  const readHash = createAccountHash();
  const updates = startPeriodic({
    database,
    run: async (current) => {
      site.setAccount(await readHash(current));
      return clock.isListening ? 60_000 : undefined;
    },
    intervalMs: 5_000,
    log,
    failure: 'the active bank account could not be read',
  });
  clock.onChange('bank_changes', updates.wake);
  return updates;
}

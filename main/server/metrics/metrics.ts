import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedRequest } from '../request-listener.ts';
import { commit, version } from '#api/lib/version.ts';
import { leadVerdicts } from '#contract/leads.ts';
import { errorCodes } from '#contract/errors.ts';

/** What we keep of prom-client's own metrics; the others break Prometheus' naming rules, or are not needed. */
const processMetrics = [
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'process_start_time_seconds',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const signInRoutes = ['/api/auth/sign-in/password', '/api/auth/sign-in/code', '/api/auth/sign-in/passkey'];
const uploadRoutes = [
  '/api/portal/tickets/file',
  '/api/desk/tickets/file',
  '/api/desk/records/file',
  '/api/v1/documents/:number',
];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What this instance counts. Labels are of fixed sets: patterns of routes, codes and kinds; never a path, a customer or an id. The
 * gauges of the database are in database-gauges.ts.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: 'portal_build_info',
    help: 'Version and commit of the server; always 1.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version, commit }, 1);

  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Responses by the pattern of the route; "unknown" for paths that do not exist.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time until a response was sent, without streams of live updates.',
    labelNames: ['route'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const querySeconds = new Histogram({
    name: 'portal_db_query_seconds',
    help: 'Time of statements and batches of statements, with the wait for those before them on the same connection.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers,
  });
  const signIns = new Counter({
    name: 'portal_sign_ins_total',
    help: 'Attempts to sign in: done, second_factor (the password was right), rejected, limited or failed.',
    labelNames: ['result'],
    registers,
  });
  const uploads = new Counter({
    name: 'portal_uploads_total',
    help: 'Files that were sent: stored, or the code of the error.',
    labelNames: ['result'],
    registers,
  });
  const leads = new Counter({
    name: 'portal_leads_total',
    help: 'What public forms carried, by the verdict of the filter.',
    labelNames: ['verdict'],
    registers,
  });
  const jobs = new Counter({
    name: 'portal_jobs_total',
    help: 'Attempts of background jobs: done, obsolete, postponed, retried (failed, and tried again later), rejected or given_up.',
    labelNames: ['kind', 'result'],
    registers,
  });
  const mails = new Counter({
    name: 'portal_mails_total',
    help: 'Attempts to send a mail: sent, obsolete, retried, rejected (by the mail server of the recipient) or given_up.',
    labelNames: ['result'],
    registers,
  });
  // Zero is a value too: an alert on the first failure needs something to compare with.
  for (const result of ['done', 'second_factor', 'rejected', 'limited', 'failed']) signIns.inc({ result }, 0);
  for (const result of ['sent', 'obsolete', 'retried', 'rejected', 'given_up']) mails.inc({ result }, 0);
  for (const verdict of leadVerdicts) leads.inc({ verdict }, 0);
  uploads.inc({ result: 'stored' }, 0);

  return {
    registry,

    /** In the text format. All are collected, as some of prom-client's own set others; those that are not needed are left out. */
    read: async (): Promise<{ contentType: string; text: string }> => {
      const blocks = (await registry.metrics()).split('\n\n');
      const isWanted = (block: string) => {
        const [, name = ''] = /^# HELP (\S+)/.exec(block) ?? [];
        return name.startsWith('portal_') || processMetrics.includes(name);
      };
      return { contentType: registry.contentType, text: `${blocks.filter(isWanted).join('\n\n')}\n` };
    },

    onRequest: (request: FinishedRequest): void => {
      const { route = 'unknown', status, seconds, isEventStream } = request;
      const method = methods.includes(request.method) ? request.method : 'other';
      requests.inc({ route, method, status });
      if (!isEventStream) requestSeconds.observe({ route }, seconds);
      if (signInRoutes.includes(route) && method === 'POST') signIns.inc({ result: signInResult(request) });
      if (uploadRoutes.includes(route) && method === 'PUT') uploads.inc({ result: uploadResult(request) });
      const verdict = leadVerdicts.find((one) => one === request.outcome);
      if (verdict !== undefined) leads.inc({ verdict });
    },

    onQuery: (ms: number): void => {
      querySeconds.observe(ms / 1000);
    },

    onJob: (kind: string, result: string): void => {
      jobs.inc({ kind, result });
      if (kind === 'mail') mails.inc({ result: result === 'done' ? 'sent' : result });
    },
  };
}

function signInResult({ status, outcome }: FinishedRequest): string {
  if (status < 300) return outcome === 'second_factor' ? outcome : 'done';
  if (status === 429) return 'limited';
  return status >= 500 ? 'failed' : 'rejected';
}

const uploadResult = ({ status, code = '' }: FinishedRequest): string =>
  status < 300 ? 'stored' : (errorCodes as readonly string[]).includes(code) ? code : 'broken_off';

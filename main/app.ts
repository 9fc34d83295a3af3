import { OpenAPIHono } from '@hono/zod-openapi';
import { createAuthContext } from '#api/auth/core/auth-context.ts';
import { type AuthSettings, deriveKeys } from '#api/auth/core/auth-settings.ts';
import type { DemoLinks } from '#api/auth/credentials/demo-links.ts';
import type { DatabaseHandle } from '#api/db/database-handle.ts';
import type { Database } from '#api/db/connect.ts';
import type { Settings } from '#api/lib/env.ts';
import { apiError } from '#api/lib/errors.ts';
import { type FileSettings, openFiles } from '#api/files/files.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import { createUploadSlots, deskFileRoutes, fileRoutes } from '#api/routes/files.ts';
import { bodyLimit, sameOrigin } from '#api/routes/middleware/request-checks.ts';
import { health } from '#api/routes/health.ts';
import { requestContext, requireDatabase } from '#api/routes/middleware/request-context.ts';
import type { Log } from '#api/lib/log.ts';
import { createDocumentWriter, type DocumentWriter } from '#api/documents/document-writer.ts';
import { createMailReader, type MailReader } from '#api/mail/inbound/mail-reader.ts';
import { deskKeyRoutes } from '#modules/integrations/server/routes/api-keys.ts';
import { keyRoutes } from '#modules/integrations/server/routes/api-v1.ts';
import { deskWebhookRoutes } from '#modules/integrations/server/routes/webhooks.ts';
import { bankAlarmRoutes, bankRoutes, deskBankRoutes } from '#modules/bank/server/routes/bank-accounts.ts';
import {
  appointmentRoutes,
  customerAppointmentRoutes,
  deskAppointmentRoutes,
} from '#modules/appointments/server/routes/appointments.ts';
import { authRoutes, mailLinkRoutes } from '#api/routes/auth.ts';
import { deskCustomerRoutes } from '#api/routes/desk-customers.ts';
import { deskDocumentRoutes } from '#modules/invoicing/server/routes/desk-documents.ts';
import { deskInvoiceRoutes } from '#modules/invoicing/server/routes/desk-invoices.ts';
import { demoRoutes } from '#api/routes/demo-links.ts';
import { deskLeadRoutes } from '#modules/leads/server/routes/desk-leads.ts';
import { deskRecordRoutes } from '#api/routes/desk-records.ts';
import { deskNewTicketRoutes } from '#api/routes/desk-new-tickets.ts';
import { deskTicketRoutes } from '#api/routes/desk-tickets.ts';
import { deskRoutes } from '#api/routes/desk.ts';
import { deskHealthRoutes } from '#modules/monitoring/server/routes/desk-health.ts';
import { deskMailRoutes, mailInRoutes } from '#api/routes/mails.ts';
import { openApiDocument } from '#api/routes/openapi-document.ts';
import { deskNotificationRoutes, notificationRoutes } from '#api/routes/notifications.ts';
import { deskReminderRoutes } from '#modules/reminders/server/routes/reminders.ts';
import { deskRecordDetailRoutes, recordDetailRoutes } from '#api/routes/record-details.ts';
import { deskRecordDocumentRoutes } from '#api/routes/record-documents.ts';
import { calendarRoutes, deskStatementRoutes, statementRoutes } from '#api/routes/statements.ts';
import { peopleRoutes } from '#api/routes/people.ts';
import { portalRoutes } from '#api/routes/portal.ts';
import { handleErrors, handleNotFound } from '#api/routes/middleware/error-mapping.ts';
import { deskLiveRoutes, liveRoutes } from '#api/routes/live.ts';
import { leadRoutes, plainFormErrors } from '#modules/leads/server/routes/leads.ts';
import { deskSubscriberRoutes, newsletterRoutes } from '#modules/newsletter/server/routes/newsletter.ts';
import { ticketRoutes } from '#api/routes/tickets.ts';
import { securityRoutes } from '#api/routes/security.ts';
import { createInvoiceReader, type InvoiceReader } from '#modules/invoicing/server/read/invoice-reader.ts';
import { createLiveUpdates, type LiveUpdates } from '#api/services/live/live-updates.ts';
import { type MailPolicySettings, mailPolicyOf } from '#api/services/mail-in/mail-policy.ts';
import { createProbes, type ReadProbes } from '#modules/monitoring/server/probes.ts';
import { capabilities } from './capabilities.ts';
import { createKeyGuard } from '#api/routes/middleware/key-guard.ts';
import { createSessionGuard } from '#api/routes/middleware/session-guard.ts';

export interface AppDeps {
  settings: Pick<
    Settings,
    | 'siteUrl'
    | 'isSiteUrlGiven'
    | 'trustProxy'
    | 'ticketLimit'
    | 'readLimit'
    | 'secretsBefore'
    | 'currency'
    | 'languages'
    | 'isRiskHidden'
    | 'hasReminders'
    | 'reminderDays'
    | 'leads'
    | 'leadsTo'
    | 'hasBooking'
    | keyof MailPolicySettings
    | 'mailInKey'
  > &
    FileSettings &
    Partial<Pick<Settings, 'tlsCertificate'>>;
  /** AUTH_SECRET: every key is derived from it. */
  secret: string;
  log: Log;
  handle: DatabaseHandle<Database>;
  /** Whether requests should go to another instance. */
  isStopping?: (() => boolean) | undefined;
  live?: LiveUpdates;
  /** Starts its thread with the first mail. */
  reader?: MailReader;
  /** Starts its thread with the first invoice. */
  invoiceReader?: InvoiceReader;
  /** Starts its thread with the first PDF. */
  documents?: DocumentWriter;
  readProbes?: ReadProbes;
  /** Only for a trial on this machine: without them their route does not exist. */
  demoLinks?: DemoLinks | undefined;
  /** Milliseconds, of any origin: for limits that are kept in memory. */
  now?: (() => number) | undefined;
  minimumDurationMs?: AuthSettings['minimumDurationMs'];
}

const maxBodySize = 64 * 1024;
/** Routes that take files, with limits of their own. */
const largeBodies = [
  '/api/desk/imports/',
  '/api/desk/records/file',
  '/api/desk/tickets/file',
  '/api/portal/tickets/file',
  '/api/mail/inbound',
  '/api/v1/documents/',
];

/** An invoice of 500 lines with their descriptions. */
const maxInvoiceSize = 1024 * 1024;
const longInvoices = ['/desk/invoices/issue', '/desk/invoices/preview'];

/** The paths for mail services that unsubscribe their users, and for the pages that do the same. */
const tokenPaths = ['/api/newsletter/confirm/', '/api/newsletter/unsubscribe/'];

const notFound = () => {
  throw apiError(404);
};

const unmonitored = { tlsCertificate: undefined, upstreams: [], metrics: undefined, mailIn: undefined };

export function createApp({
  settings,
  secret,
  log,
  handle,
  live = createLiveUpdates({ log }),
  reader = createMailReader(),
  invoiceReader = createInvoiceReader(),
  documents = createDocumentWriter(),
  readProbes = createProbes({ ...unmonitored, ...settings }),
  isStopping,
  demoLinks,
  now,
  minimumDurationMs,
}: AppDeps) {
  const app = new OpenAPIHono<AppEnv>();
  const isHttps = settings.siteUrl.startsWith('https:');
  const keys = deriveKeys(secret, settings.secretsBefore);
  const files = openFiles(settings);

  app.onError(handleErrors(log));
  app.notFound(handleNotFound(app));
  app.use(requestContext({ log, isHttps, trustProxy: settings.trustProxy, pseudonymKey: keys.pseudonyms }));
  app.route('/', health(handle, { isStopping, now, doctorKey: keys.doctor }));

  const api = new OpenAPIHono<AppEnv>();
  for (const { isOn, paths = [] } of capabilities)
    if (isOn?.(settings) === false) for (const path of paths) api.use(path, notFound);
  for (const path of ['/leads/*', '/newsletter/*']) api.use(path, plainFormErrors());
  api.use(bodyLimit(maxBodySize, { except: [...largeBodies, ...longInvoices.map((path) => `/api${path}`)] }));
  for (const path of longInvoices) api.use(path, bodyLimit(maxInvoiceSize));
  api.use(sameOrigin(settings, { except: ['/api/mail/inbound', '/api/v1/', ...tokenPaths] }));
  api.get('/openapi.json', openApiDocument(app, settings.siteUrl));
  const authOf = memoizeByKey((database: Database) =>
    createAuthContext(
      database,
      { siteUrl: settings.siteUrl, languages: settings.languages, keys, now, minimumDurationMs },
      log,
    ),
  );
  api.use(requireDatabase(handle, authOf));

  const takeUploadSlot = createUploadSlots();
  const statements = { files, settings, secret: keys.rateLimits, documents };
  const guard = createSessionGuard(settings.readLimit, now);

  // Public routes: above the guard.
  api.use('/auth/session', guard.throttleSession);
  api.use('/v1/*', createKeyGuard(settings.readLimit, now));
  if (demoLinks !== undefined) api.route('/demo', demoRoutes(demoLinks));
  const leadDeps = { proofKeys: keys.leadProofs, leadsTo: settings.leadsTo, log };
  const mailIn = { files, policy: mailPolicyOf(settings), log, key: settings.mailInKey };
  const publicApi = api
    .route('/auth', authRoutes(settings))
    .route('/auth', mailLinkRoutes())
    .route('/auth', bankAlarmRoutes())
    .route('/', leadRoutes(leadDeps))
    .route('/', newsletterRoutes(keys))
    .route('/calendar', calendarRoutes({ settings, secret: keys.rateLimits }))
    .route('/appointments', appointmentRoutes({ siteUrl: settings.siteUrl, ...leadDeps }))
    .route('/mail', mailInRoutes(mailIn))
    .route('/v1', keyRoutes({ files, reader: invoiceReader, currency: settings.currency }, takeUploadSlot));

  // The guard: every route below this line needs a session, and unknown paths are rejected with 401 too.
  api.use('/auth/*', guard.requireSession);
  api.use('/portal/*', guard.requireSession);
  api.use('/desk/*', guard.requireSession);

  // Private routes: below the guard, and nowhere else (middleware/session-guard.test.ts).
  const completeApi = publicApi
    .route('/auth', securityRoutes())
    .route('/portal', portalRoutes({ settings, secret: keys.rateLimits }))
    .route('/portal', peopleRoutes())
    .route('/portal', ticketRoutes({ settings }))
    .route('/portal', liveRoutes(live))
    .route('/portal', fileRoutes(files, takeUploadSlot))
    .route('/portal', notificationRoutes())
    .route('/portal', recordDetailRoutes(files))
    .route('/portal', statementRoutes(statements))
    .route('/portal', bankRoutes())
    .route('/portal', customerAppointmentRoutes())
    .route('/desk', deskRoutes(settings))
    .route('/desk', deskHealthRoutes(files, settings, readProbes))
    .route('/desk', deskTicketRoutes(files))
    .route('/desk', deskNewTicketRoutes({ files, reader }))
    .route('/desk', deskLiveRoutes(live))
    .route('/desk', deskFileRoutes(files, takeUploadSlot))
    .route('/desk', deskMailRoutes({ files, reader }))
    .route('/desk', deskCustomerRoutes())
    .route('/desk', deskRecordRoutes())
    .route('/desk', deskInvoiceRoutes({ files, documents, currency: settings.currency }))
    .route('/desk', deskDocumentRoutes({ files, reader: invoiceReader, currency: settings.currency }, takeUploadSlot))
    .route('/desk', deskNotificationRoutes())
    .route('/desk', deskRecordDetailRoutes(files, settings))
    .route('/desk', deskRecordDocumentRoutes(files, takeUploadSlot))
    .route('/desk', deskStatementRoutes(statements))
    .route('/desk', deskBankRoutes())
    .route('/desk', deskKeyRoutes())
    .route('/desk', deskWebhookRoutes(keys))
    .route('/desk', deskReminderRoutes(settings))
    .route('/desk', deskLeadRoutes(settings))
    .route('/desk', deskSubscriberRoutes({ keys, siteUrl: settings.siteUrl }))
    .route('/desk', deskAppointmentRoutes(settings));

  return app.route('/api', completeApi);
}

// After a lost connection the handle may open another database.
function memoizeByKey<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}

export type App = ReturnType<typeof createApp>;

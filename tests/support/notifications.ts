import { createLog } from '#api/lib/log.ts';
import { runDue } from '#api/jobs/worker.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { type NotificationSettings, notificationHandlers } from '#api/services/notifications/ticket-jobs.ts';
import { prepareTicketMails } from '#api/services/notifications/ticket-mails.ts';
import { siteUrl } from './api.ts';
import type { TestDatabase } from './database.ts';
import { type ReceivedMail, startMailServer } from './mail-server.ts';

export const supportTo = 'support@desk.example';
const log = createLog('silent');

/** The jobs of one instance, at a time that the test chooses. */
export function createInstance(
  database: Pick<TestDatabase, 'pool'>,
  smtpUrl: string,
  more: Partial<NotificationSettings> = {},
) {
  const settings = { smtpUrl, mailFrom: undefined, siteUrl, dataDir: '/nowhere', databaseUrl: undefined };
  const transport = createMailTransport(settings, log);
  const handlers = notificationHandlers({ supportTo, ...more });
  const prepare = prepareTicketMails({ database: () => database, siteUrl, supportTo });
  return {
    work: async (now?: Date) => {
      while ((await runDue({ database, handlers, log, now })) > 0);
    },
    deliver: async (now?: Date) => {
      while ((await deliverDue({ database, transport, prepare, log, now })) > 0);
    },
  };
}

/** A real mail server, and an instance that sends to it. */
export async function startNotifications(database: TestDatabase, more: Partial<NotificationSettings> = {}) {
  const server = await startMailServer();
  const instance = createInstance(database, server.url, more);
  return {
    ...instance,
    url: server.url,
    close: server.close,
    /** All that is due some seconds from now, by the clock of the database, as mails per recipient. */
    after: async (seconds: number): Promise<(email: string) => ReceivedMail[]> => {
      const before = server.received.length;
      await instance.work(seconds === 0 ? undefined : new Date(Date.now() + seconds * 1000));
      await instance.deliver();
      const received = server.received.slice(before);
      return (email) => received.filter(({ to }) => to.includes(email));
    },
  };
}

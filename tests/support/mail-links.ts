import { assertDefined, type AuthFlows, mailsTo, tokenIn } from './api.ts';
import type { TestDatabase } from './database.ts';

/** The mails of a database and the links in them. */
export const createMailLinks = (database: TestDatabase, authFlows: AuthFlows) => ({
  /** Newest first. */
  templates: async (email: string) => (await mailsTo(database, email)).map(({ template }) => template),
  tokenOf: async (email: string, template: string) =>
    tokenIn(assertDefined((await mailsTo(database, email)).find((mail) => mail.template === template)).data.link),
  /** Submits the form behind a link, in a new browser. */
  submit: (path: string, token: string, more = {}) =>
    authFlows.newBrowser().post(`/api/auth/${path}`, { token, ...more }),
});

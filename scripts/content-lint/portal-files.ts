import * as account from '#content/portal/fr/account.ts';
import * as auth from '#content/portal/fr/auth.ts';
import * as bank from '#modules/bank/copy/portal.fr.ts';
import * as conversation from '#content/portal/fr/conversation.ts';
import * as exceptions from '#content/portal/fr/exceptions.ts';
import * as lists from '#content/portal/fr/lists.ts';
import * as noCustomer from '#content/portal/fr/no-customer.ts';
import * as overview from '#content/portal/fr/overview.ts';
import * as people from '#content/portal/fr/people.ts';
import * as recordPages from '#content/portal/fr/record-pages.ts';
import * as security from '#content/portal/fr/security.ts';
import * as shell from '#content/portal/fr/shell.ts';
import * as tickets from '#content/portal/fr/tickets.ts';

/** The French copy of the portal by the names of its files. TypeScript checks its shape. */
export const portalFiles = {
  account,
  auth,
  bank,
  conversation,
  exceptions,
  lists,
  'no-customer': noCustomer,
  overview,
  people,
  'record-pages': recordPages,
  security,
  shell,
  tickets,
};

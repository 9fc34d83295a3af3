import type { Database } from '#api/db/connect.ts';
import type { Log } from '#api/lib/log.ts';
import { confirming } from './confirmation.ts';
import { createAuthContext } from './auth-context.ts';
import { changingEmail } from './email-change.ts';
import { openSessionsOf } from './sessions.ts';
import { usingPasskeys } from './passkeys.ts';
import { changingPasswords } from './passwords.ts';
import { secondFactor } from './second-factor.ts';
import { securityOverview } from './security-overview.ts';
import { signingIn } from './sign-in.ts';
import type { AuthSettings } from './better-auth.ts';
import { signingUp } from './sign-up.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Sign-up, sign-in and all that a person does with a login. */
export function createAccounts(database: Database, settings: AuthSettings, log: Log) {
  const desk = createAuthContext(database, settings, log);
  return {
    tokenOf: desk.tokenOf,
    ownerOf: desk.ownerOf,
    ...signingUp(desk),
    ...signingIn(desk),
    ...changingPasswords(desk),
    ...openSessionsOf(desk),
    ...confirming(desk),
    ...changingEmail(desk),
    ...secondFactor(desk),
    ...usingPasskeys(desk),
    ...securityOverview(desk),
  };
}

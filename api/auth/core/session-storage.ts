import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { accounts, passkeys, sessions, twoFactors, users, verifications } from '#api/db/user-schema.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';

type Adapter = ReturnType<ReturnType<typeof drizzleAdapter>>;
type TransactionAdapter = Omit<Adapter, 'transaction'>;

/**
 * The database has hashes of session tokens (`hashedToken` in user-schema.ts). better-auth writes the token of the row that it
 * created or found into the cookie, and looks sessions up by it, so it gets back the token that it passed itself.
 */
export const createSessionStorage = (orm: Orm) => (options: BetterAuthOptions) => {
  const schema = {
    user: users,
    session: sessions,
    account: accounts,
    verification: verifications,
    twoFactor: twoFactors,
    passkey: passkeys,
  };
  const adapter = drizzleAdapter(orm, { provider: 'pg', schema, transaction: true })(options);
  const transaction: Adapter['transaction'] = (work) => adapter.transaction((inner) => work(withTokens(inner)));
  return { ...adapter, ...withTokens(adapter), transaction };
};

function withTokens<T extends TransactionAdapter>(adapter: T): T {
  return {
    ...adapter,
    create: async (input: Parameters<T['create']>[0]) =>
      restoreToken(await adapter.create(input), [(input.data as { token?: unknown }).token]),
    findOne: async (input: Parameters<T['findOne']>[0]) =>
      restoreToken(await adapter.findOne(input), tokensIn(input.where)),
    update: async (input: Parameters<T['update']>[0]) =>
      restoreToken(await adapter.update(input), [...tokensIn(input.where), input.update['token']]),
  };
}

const tokensIn = (where: readonly { field: string; value: unknown }[]) =>
  where.filter(({ field }) => field === 'token').map(({ value }) => value);

function restoreToken<R>(row: R, given: readonly unknown[]): R {
  const stored = (row as { token?: unknown } | null)?.token;
  const token = given.find((one) => typeof one === 'string' && hashToken(one) === stored);
  return token === undefined ? row : { ...row, token };
}

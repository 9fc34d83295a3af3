/** The database cannot be reached now and may be again: the caller is to try later. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

const lostConnections = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
// Shutting down, starting up, recovering, too many connections, out of disk or memory, a session that was ended for being
// idle; and every connection error (08).
const serverStates = /^(?:08...|53...|57P0[1-5]|58030|25006|25P0[34])$/;
// A statement timeout or a cancelled statement, a lock timeout, a deadlock, a serialization failure.
const passingStates = /^(?:57014|55P03|40P01|40001)$/;
const driverMessages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed)/;

/** Whether an error, or what caused it, says that the database is away rather than that a statement is wrong. */
export function isConnectionError(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    if (cause instanceof DatabaseUnavailableError || driverMessages.test(cause.message)) return true;
    if (code !== undefined && (lostConnections.has(code) || serverStates.test(code))) return true;
    if (cause instanceof AggregateError && cause.errors.some((one) => isConnectionError(one))) return true;
  }
  return false;
}

/** Whether the same request may well succeed later: the database is away, or too busy with something else. */
export function isTransient(error: unknown): boolean {
  if (isConnectionError(error) || isStalePlan(error)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (passingStates.test((cause as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/** Whether a prepared statement no longer fits its tables, which a migration has changed since. */
export const isStalePlan = (error: unknown): boolean => refusalOf(error, '0A000')?.routine === 'RevalidateCachedQuery';

/** Whether the database refused a row because another has the same key. */
export const isUniqueViolation = (error: unknown): boolean => refusalOf(error, '23505') !== undefined;

/** Whether the row belongs to a login that was removed meanwhile. */
export const isUserGone = (error: unknown): boolean =>
  refusalOf(error, '23503')?.constraint?.endsWith('_user_id_fkey') === true;

interface Refusal extends Error {
  code?: string;
  constraint?: string;
  routine?: string;
}

function refusalOf(error: unknown, code: string): Refusal | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as Refusal).code === code) return cause;
  }
  return undefined;
}

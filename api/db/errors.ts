/** The database is unavailable for now: try again later. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

const connectionCodes = new Set([
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
// Shutting down, starting up, recovering, too many connections, out of disk or memory, a session terminated for being idle,
// and every connection error (08).
const unavailableStates = /^(?:08...|53...|57P0[1-5]|58030|25006|25P0[34])$/;
// A statement timeout or a cancelled statement, a lock timeout, a deadlock, a serialization failure.
const transientStates = /^(?:57014|55P03|40P01|40001)$/;
const driverMessages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed)/;

/** Whether the error or one of its causes means that the database is unavailable, not that a statement is wrong. */
export function isConnectionError(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    if (cause instanceof DatabaseUnavailableError || driverMessages.test(cause.message)) return true;
    if (code !== undefined && (connectionCodes.has(code) || unavailableStates.test(code))) return true;
    if (cause instanceof AggregateError && cause.errors.some((one) => isConnectionError(one))) return true;
  }
  return false;
}

/** Whether the same request may succeed later: the database is unavailable or busy. */
export function isTransient(error: unknown): boolean {
  if (isConnectionError(error) || isStalePlan(error)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (transientStates.test((cause as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/** Whether a prepared statement no longer fits its tables because a migration has changed them. */
export const isStalePlan = (error: unknown): boolean => findByCode(error, '0A000')?.routine === 'RevalidateCachedQuery';

export const isUniqueViolation = (error: unknown): boolean => findByCode(error, '23505') !== undefined;

/** Whether the row belongs to a user who was deleted in the meantime. */
export const isDeletedUserError = (error: unknown): boolean =>
  findByCode(error, '23503')?.constraint?.endsWith('_user_id_fkey') === true;

interface PostgresError extends Error {
  code?: string;
  constraint?: string;
  routine?: string;
}

function findByCode(error: unknown, code: string): PostgresError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as PostgresError).code === code) return cause;
  }
  return undefined;
}

import { randomUUID } from 'node:crypto';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { readableLog } from './readable-log.ts';

export type Log = Logger;

// Synchronous to stdout: pino's worker transports break in a bundle, and the last line must survive an exit.
export function createLog(level: string, given?: DestinationStream, format = defaultFormat()): Log {
  const destination = given ?? (format === 'text' ? readableLog() : undefined);
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const defaultFormat = (): 'json' | 'text' => (process.stdout.isTTY ? 'text' : 'json');

export interface ErrorDescription {
  type: string;
  code?: string;
  message: string;
  at?: string[];
  cause?: ErrorDescription;
}

const emailLike = /[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g;
const maxMessageLength = 300;

/** For a host with several addresses, Node's own error has no message, but one error for each address. */
export const messageOf = (error: Error): string =>
  error.message === '' && error instanceof AggregateError
    ? error.errors.map((one: unknown) => (one instanceof Error ? one.message : typeof one)).join('; ')
    : error.message;

/** An error without personal data, for the log: drivers put the values of a query into their messages. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something other than an Error was thrown' };
  const { code } = error as NodeJS.ErrnoException;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12);
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: withoutPersonalData(messageOf(error)),
    ...(stack === undefined ? {} : { at: stack.map((line) => line.trim().slice('at '.length)) }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

// Truncated before the replacement too: the pattern takes quadratic time on very long messages.
export const withoutPersonalData = (message: string) =>
  (message.slice(0, 1000).split('\nparams:')[0] ?? '').replaceAll(emailLike, '[email]').slice(0, maxMessageLength);

const maxPathLength = 200;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The path for the log: no query, no email address, no token. */
export function loggedPath(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  const isApi = path.startsWith('/api/');
  // Segment by segment: one pattern over the whole path would take quadratic time on a crafted one.
  return path
    .split('/')
    .map((segment) => loggedSegment(segment, isApi))
    .join('/')
    .slice(0, maxPathLength);
}

function loggedSegment(segment: string, isApi: boolean): string {
  if (/@|%40/.test(segment)) return '[email]';
  // Links in mails carry their secret as a segment of an API path. UUIDs are ids and not secret.
  return isApi && /^[\w.~-]{24,}$/.test(segment) && !uuid.test(segment) ? '[token]' : segment;
}

/** The id in a response and its log lines. One sent by the client is used only behind a trusted proxy. */
export function requestIdOf(sent: string | string[] | undefined, trustProxy: number): string {
  const isUsable = trustProxy > 0 && typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent);
  return isUsable ? sent : randomUUID();
}

import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error.ts';

export type Log = Logger;

// To stdout and synchronous: pino's worker transports break in a bundle, and a last line must survive an exit.
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

import { styleText } from 'node:util';
import { destination, type DestinationStream } from 'pino';

type Format = Parameters<typeof styleText>[0];
/** The error as describeError() in log.ts writes it. */
interface Failure {
  type: string;
  message: string;
  at?: string[];
  cause?: Failure;
}
interface LogLine extends Record<string, unknown> {
  level: number;
  time: string;
  msg?: string;
  err?: Failure;
}

/** The log as people read it, in the place of pino's own destination: one line per event. As synchronous as JSON. */
export function readableLog(): DestinationStream {
  const stdout = destination({ dest: 1, sync: true });
  return {
    write: (json) => {
      const line = readableLine(json);
      if (line !== undefined) stdout.write(`${line}\n`);
    },
  };
}

/**
 * One event without its ids. Undefined for the files of a page, which would hide everything else. Without `isColoured`, the
 * terminal and NO_COLOR decide.
 */
export function readableLine(json: string, isColoured?: boolean): string | undefined {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as LogLine;
  const paint = (format: Format, text: string) =>
    isColoured === undefined ? styleText(format, text) : isColoured ? styleText(format, text, always) : text;
  const parts = msg === 'request' ? describeRequest(fields) : [msg, describeFields(fields)];
  if (parts === undefined) return undefined;
  const { label, format } = labelOf(level);
  const text = printable([label, ...parts, err && describeFailure(err)].filter(Boolean).join('  '));
  return `${paint('dim', localTime(time))}  ${format === undefined ? text : paint(format, text)}`;
}

const always = { validateStream: false } as const;

function labelOf(level: number): { label?: string; format?: Format } {
  if (level >= 50) return { label: level >= 60 ? 'FATAL' : 'ERROR', format: 'red' };
  if (level >= 40) return { label: 'WARN', format: 'yellow' };
  return level >= 30 ? {} : { format: 'dim' };
}

const localTime = (time: string) => new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);

interface LoggedRequest {
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  code?: string;
  aborted?: boolean;
}

function describeRequest({ method, path = '', status = 0, ms, code, aborted }: LoggedRequest): string[] | undefined {
  if (path.startsWith('/assets/') && status < 400) return undefined;
  return [`${status} ${method} ${path}`, `${ms} ms`, code ?? '', aborted === true ? 'aborted' : ''];
}

const describeFields = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .filter(([name]) => !['requestId', 'traceId'].includes(name))
    .map(([name, value]) => `${name}=${describeValue(value)}`)
    .join(' ');

function describeValue(value: unknown): string {
  if (Array.isArray(value) && value.length > 3)
    return `${describeValue(value[0])} … ${describeValue(value.at(-1))} (${value.length})`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeFailure({ type, message, at, cause }: Failure): string {
  const where = at?.[0] === undefined ? '' : ` (${at[0]})`;
  return `${type}: ${message}${where}${cause === undefined ? '' : `, because of ${describeFailure(cause)}`}`;
}

// A visitor chooses paths and parts of errors, and a terminal obeys what they contain.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unprintable = /[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;
const printable = (text: string) => text.replaceAll(unprintable, ' ');

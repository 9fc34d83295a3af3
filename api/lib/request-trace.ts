import { createHmac } from 'node:crypto';
import { requestIdOf } from './log.ts';

/** What is known of a request when its response has been sent: for its log line and the metrics. The app fills it in. */
export interface RequestTrace {
  requestId: string;
  /** The trace that a proxy or client began (W3C Trace Context). */
  traceId?: string;
  /** The pattern of the route, never the path itself. */
  route?: string;
  /** A keyed hash of the user's id: the lines of one user can be found, and the user cannot. */
  user?: string;
  /** The beginning of the API key, as the desk shows it. */
  key?: string;
  /** The code of the error response. */
  code?: string;
  /** What the status does not tell, such as the verdict on a lead. */
  outcome?: string;
}

type TraceHeaders = Readonly<Record<string, string | string[] | undefined>>;

export function beginTrace(headers: TraceHeaders, trustProxy: number): RequestTrace {
  const traceId = readTraceId(headers['traceparent']);
  return {
    requestId: requestIdOf(headers['x-request-id'], trustProxy),
    ...(traceId !== undefined && { traceId }),
  };
}

// Version, trace, parent, flags; later versions may append more. Lower case only, as the recommendation requires.
const traceparent = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/;

/** Undefined unless the header is valid: what a client sends reaches the log only as 32 hexadecimal digits. */
export function readTraceId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header.length > 200) return undefined;
  const [, version, traceId, more] = traceparent.exec(header) ?? [];
  return version === '00' && more !== undefined ? undefined : traceId;
}

/** The fields of a trace that lines other than the request's own have. */
export const traceFields = ({ requestId, traceId }: Pick<RequestTrace, 'requestId' | 'traceId'>) => ({
  requestId,
  ...(traceId !== undefined && { traceId }),
});

export const pseudonymOf = (key: string | Buffer | Uint8Array, userId: string): string =>
  createHmac('sha256', key).update(`log ${userId}`).digest('base64url').slice(0, 12);

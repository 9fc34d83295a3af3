import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the server saw of a request: the proxy in front of it decides that. */
export interface SeenRequest {
  ipAddress: string;
  /** Whether there was an X-Forwarded-For. */
  isForwarded: boolean;
  host: string;
}

export const doctorHeader = 'X-Doctor';
const validMs = 5 * 60_000;

const sign = (key: string, time: string) => createHmac('sha256', key).update(time).digest();

/** Shows that the command line on this machine asks: it knows AUTH_SECRET. */
export const doctorProof = (key: string, now = Date.now()) => `${now}.${sign(key, String(now)).toString('base64url')}`;

export function isDoctorProof(key: string, proof: string | undefined, now = Date.now()): boolean {
  const [, time = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(proof ?? '') ?? [];
  if (time === '' || Math.abs(now - Number(time)) > validMs) return false;
  return timingSafeEqual(sign(key, time), Buffer.from(signature, 'base64url'));
}

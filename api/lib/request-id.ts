import { randomUUID } from 'node:crypto';

/** The id that ties an answer to its log lines. A client's own is believed only when a trusted proxy passes it on. */
export function requestIdOf(sent: string | string[] | undefined, trustProxy: number): string {
  const isUsable = trustProxy > 0 && typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent);
  return isUsable ? sent : randomUUID();
}

import type { Locale } from '#api/mail/mail.ts';

/** Who stands at the door: what a request tells of its sender. */
export interface RequestMetadata {
  address: string;
  requestId: string;
  cookies: string | undefined;
  userAgent: string | undefined;
  locale: Locale;
  /** Aborted when the client has gone. A function, as asking for it has a cost. */
  signal?: () => AbortSignal;
}

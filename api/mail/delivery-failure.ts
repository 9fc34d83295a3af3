import { withoutPersonalData } from '#api/lib/log.ts';

interface SmtpError {
  command?: string;
  response?: string;
  responseCode?: number;
}

// RFC 5321 and 7504: no such mailbox, not local, full or too large, name not allowed, failed, domain accepts no mail.
const recipientCodes = new Set([521, 550, 551, 552, 553, 554, 556]);

/**
 * The SMTP response that says no mail will ever reach this recipient; undefined where a retry may succeed. Errors that
 * concern every mail (authentication, sender, relaying, policy or block list, protocol) are ours to fix, so those mails wait.
 */
export function permanentFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { command, response = '', responseCode = 0 } = error as SmtpError;
  if (command !== 'RCPT TO' && command !== 'DATA') return undefined;
  if (!recipientCodes.has(responseCode) || !concernsRecipient(responseCode, response)) return undefined;
  return withoutPersonalData(response.replaceAll(/[\s\p{Cc}]+/gu, ' ')).trim();
}

function concernsRecipient(code: number, response: string): boolean {
  // RFC 3463: 1 addressing, 2 mailbox, 4 routing; 3 and 5 to 7 are about systems, protocol, content and policy.
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (subject === undefined) return code !== 554 && !/relay|authenticat/i.test(response);
  const isSender = subject === '1' && (detail === '7' || detail === '8');
  return ['1', '2', '4'].includes(subject) && !isSender;
}

const firstDelaySeconds = 30;
const maxDelaySeconds = 6 * 60 * 60;
const giveUpAfterSeconds = 7 * 24 * 60 * 60;

/** Seconds until the next attempt: exponential backoff with ±25 % jitter. Undefined once a week has passed. */
export function retryDelay(attempts: number, ageSeconds: number, random: number = Math.random()): number | undefined {
  if (ageSeconds >= giveUpAfterSeconds) return undefined;
  return Math.min(firstDelaySeconds * 2 ** (attempts - 1), maxDelaySeconds) * (0.75 + random / 2);
}

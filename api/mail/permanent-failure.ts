import { withoutPersonalData } from '#api/lib/describe-error.ts';

interface SmtpError {
  command?: string;
  response?: string;
  responseCode?: number;
}

// RFC 5321 and 7504: no such mailbox, not here, full or too large, name not allowed, refused, domain takes no mail.
const recipientCodes = new Set([521, 550, 551, 552, 553, 554, 556]);

/**
 * Why a mail server will never take a mail for this recipient, as it said it; undefined where another attempt may succeed.
 * A refusal that concerns every mail (sign-in, sender, relaying, a policy or block list, the protocol) is ours to mend,
 * and the mail waits until it is.
 */
export function permanentFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { command, response = '', responseCode = 0 } = error as SmtpError;
  if (command !== 'RCPT TO' && command !== 'DATA') return undefined;
  if (!recipientCodes.has(responseCode) || !concernsRecipient(responseCode, response)) return undefined;
  return withoutPersonalData(response.replaceAll(/[\s\p{Cc}]+/gu, ' ')).trim();
}

function concernsRecipient(code: number, response: string): boolean {
  // RFC 3463: 1 addressing, 2 mailbox, 4 routing to it; 3 and 5 to 7 are about systems, protocol, content and policy.
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (subject === undefined) return code !== 554 && !/relay|authenticat/i.test(response);
  const isSender = subject === '1' && (detail === '7' || detail === '8');
  return ['1', '2', '4'].includes(subject) && !isSender;
}

import { hasVisibleText } from '#contract/limits.ts';
import { isAuthenticated } from './authentication-results.ts';
import type { InboundMail } from './parse-mail.ts';
import { visibleText } from './visible-text.ts';

/** Why a mail waits for staff. None is ever dropped. */
export const heldReasons = [
  'too_large',
  'too_many_parts',
  'too_deep',
  'malformed',
  'unreadable_winmail',
  'bounce',
  'loop',
  'auto_reply',
  'mailing_list',
  'no_token',
  'several_tokens',
  'unknown_token',
  'expired_token',
  'sender_mismatch',
  'not_authenticated',
  'empty',
  // Decided when it is about to be published.
  'duplicate',
  'not_accepted',
  // Where mails of members open tickets.
  'misdirected_reply',
  'several_customers',
  'too_many_tickets',
  // It was published, and a staff member took it back.
  'withdrawn',
] as const;
export type HeldReason = (typeof heldReasons)[number];

export interface Envelope {
  /** Empty for bounces. */
  sender: string;
  recipients: string[];
}

/** What a reply token stands for: one user and one ticket, or the prospect of a lead. */
export interface ReplyToken {
  /** The current email address of the user or prospect. */
  email: string;
  isExpired: boolean;
}

export interface MailPolicy {
  /** The host name in our links: mails that we sent carry it. */
  siteHost: string;
  /** Email addresses from which we send. */
  ownAddresses: readonly string[];
  /** The id with which our mail server signs its Authentication-Results; without one they are not asked for. */
  authservId: string | undefined;
  /** The domain that receives mails; without one, none is received. */
  domain: string | undefined;
  /** Local parts of that domain that receive mails beside reply addresses. */
  addresses: readonly string[];
  /** Whether a new mail of a member opens a ticket. */
  opensTickets?: boolean;
}

/** `open`: a ticket, if the sender is a member. */
export type Verdict =
  | { action: 'publish'; token: ReplyToken; body: string }
  | { action: 'open'; body: string }
  | { action: 'hold'; reason: HeldReason };

/** A header of the mails that we send. A mail that has it came back. */
export const loopHeader = 'X-Loop';

const tokenAddress = /^reply\+([a-z2-7]{26})@/i;

/** What an email address is to us: a listed one, one of a reply, whose token must be known, or none of ours. */
export function addressKind(address: string, { domain, addresses }: MailPolicy): 'listed' | 'reply' | 'foreign' {
  const at = address.lastIndexOf('@');
  if (domain === undefined || address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return 'foreign';
  if (tokenAddress.test(address)) return 'reply';
  return addresses.includes(address.slice(0, at).toLowerCase()) ? 'listed' : 'foreign';
}

/** The reply tokens in the envelope. Headers do not count: anybody can write them. */
export const tokensIn = ({ recipients }: Envelope): string[] => [
  ...new Set(recipients.flatMap((one) => tokenAddress.exec(one)?.[1]?.toLowerCase() ?? [])),
];

/**
 * What happens to a mail: published in the ticket or lead of its token, or held. A reply needs a secret token and the email address
 * of its user; the number of a ticket, its subject or a Message-ID, which can be guessed or forwarded, never thread it.
 * `token` is undefined where the database does not know it.
 */
export function judgeMail(
  mail: InboundMail,
  envelope: Envelope,
  token: ReplyToken | undefined,
  policy: MailPolicy,
): Verdict {
  const reason = mail.defect ?? automaticReason(mail, envelope, policy) ?? senderReason(mail, envelope, token, policy);
  if (reason === 'no_token' && policy.opensTickets === true) return judgeNewMail(mail, envelope, policy);
  if (reason !== undefined || token === undefined) return { action: 'hold', reason: reason ?? 'unknown_token' };
  if (isGarbled(mail.text)) return { action: 'hold', reason: 'malformed' };
  const body = visibleText(mail.text);
  if (!hasVisibleText(body) && mail.files.length === 0) return { action: 'hold', reason: 'empty' };
  return { action: 'publish', token, body };
}

/** Without a secret, only what the mail server found out proves the sender. All of the text counts: it may be a forwarded mail. */
function judgeNewMail(mail: InboundMail, { sender }: Envelope, { authservId, siteHost }: MailPolicy): Verdict {
  const hold = (reason: HeldReason): Verdict => ({ action: 'hold', reason });
  if (authservId === undefined || !isAuthenticated(mail, sender, authservId)) return hold('not_authenticated');
  const isReply = mail.headers.some(
    ({ key, value }) =>
      (key === 'in-reply-to' || key === 'references') && value.toLowerCase().includes(`@${siteHost.toLowerCase()}>`),
  );
  if (isReply) return hold('misdirected_reply');
  if (isGarbled(mail.text)) return hold('malformed');
  const isEmpty = !hasVisibleText(mail.text) && mail.files.length === 0;
  return isEmpty ? hold('empty') : { action: 'open', body: mail.text.trim() };
}

/** Decoded with the wrong charset or encoding: a fifth of it are not characters. */
const isGarbled = (text: string) => text.split('\uFFFD').length - 1 > text.length / 5;

function senderReason(
  mail: InboundMail,
  envelope: Envelope,
  token: ReplyToken | undefined,
  { authservId }: MailPolicy,
): HeldReason | undefined {
  const tokens = tokensIn(envelope);
  if (tokens.length === 0) return 'no_token';
  if (tokens.length > 1) return 'several_tokens';
  if (token === undefined) return 'unknown_token';
  if (token.isExpired) return 'expired_token';
  if (mail.author !== token.email.toLowerCase()) return 'sender_mismatch';
  const isProven = authservId === undefined || isAuthenticated(mail, envelope.sender, authservId);
  return isProven ? undefined : 'not_authenticated';
}

/** What no human sent, or we did. RFC 3834, and what mail servers write that do not know it. */
function automaticReason(mail: InboundMail, { sender }: Envelope, policy: MailPolicy): HeldReason | undefined {
  const valuesOf = (key: string) =>
    mail.headers.filter((header) => header.key === key).map(({ value }) => value.trim());
  const has = (...keys: string[]) => keys.some((key) => valuesOf(key).length > 0);
  const some = (key: string, pattern: RegExp) => valuesOf(key).some((value) => pattern.test(value));

  const isReport = some(
    'content-type',
    /^multipart\/report\b|^message\/(?:delivery-status|disposition-notification)\b/i,
  );
  const isDaemon = mail.from.some((from) => /^(?:mailer-daemon|postmaster)@/.test(from));
  if (sender === '' || some('return-path', /^<\s*>/) || isReport || isDaemon || has('x-failed-recipients'))
    return 'bounce';

  const isOwn =
    mail.from.some((from) => policy.ownAddresses.includes(from) || tokenAddress.test(from)) ||
    (mail.messageId?.toLowerCase().endsWith(`@${policy.siteHost.toLowerCase()}>`) ?? false);
  if (isOwn || has(loopHeader.toLowerCase()) || valuesOf('received').length > maxHops) return 'loop';

  const isAutomatic =
    valuesOf('auto-submitted').some((value) => !/^no(?=[\s;(]|$)/i.test(value)) ||
    has('x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply-from', 'x-mail-autoreply') ||
    some('x-auto-response-suppress', /\b(?:all|oof|autoreply)\b/i) ||
    some('precedence', /^(?:auto_reply|junk)\b/i) ||
    automaticSubject.test(mail.subject);
  if (isAutomatic) return 'auto_reply';
  const isList = has('list-id', 'list-unsubscribe', 'list-post') || some('precedence', /^(?:bulk|list)\b/i);
  return isList ? 'mailing_list' : undefined;
}

const maxHops = 30;
/** The beginnings that Exchange, Gmail and others give to automatic replies. A human's reply begins with `Re:`. */
const automaticSubject =
  /^(?:automatic reply|auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|réponse automatique|absence du bureau|absent\(e\)|message d['’]absence|abwesenheitsnotiz|automatische antwort|رد تلقائي|خارج المكتب)(?=\s|[:：-]|$)/iu;

import { isAuthenticated } from './authentication-results.ts';
import { type Envelope, judgeMail, type MailPolicy, type ReplyToken, type Verdict } from './judge-mail.ts';
import { type InboundMail, type MailFile, parseMail } from './parse-mail.ts';
import { visibleText } from './visible-text.ts';

export interface ReadRequest {
  raw: Uint8Array;
  envelope: Envelope;
  /** Undefined where the database does not know it. */
  token: ReplyToken | undefined;
  policy: MailPolicy;
}

/** Whether our mail server found that a mail comes from the domain of its From header; unchecked without MAIL_AUTHSERV_ID. */
export type Authentication = 'passed' | 'failed' | 'unchecked';

export interface ReadMail {
  from: string | null;
  subject: string;
  messageId: string | null;
  /** All of it, with what it replies to. */
  text: string;
  /** The part that its sender wrote, without recognised quotes. */
  visibleText: string;
  files: MailFile[];
  authentication: Authentication;
  verdict: Verdict;
}

/** Everything that is found out from the bytes of a mail. Slow for hostile ones: the server calls it in a thread. */
export async function readMail({ raw, envelope, token, policy }: ReadRequest): Promise<ReadMail> {
  const parsed = await parseMail(raw);
  const { author, from, subject, messageId = null, text, files } = parsed;
  const verdict = judgeMail(parsed, envelope, token, policy);
  return {
    from: author ?? from[0] ?? null,
    subject,
    messageId,
    text,
    visibleText: verdict.action === 'publish' ? verdict.body : visibleText(text),
    files: files.map(({ name, content }) => ({ name, content: withOwnBuffer(content) })),
    authentication: authenticate(parsed, envelope, policy),
    verdict,
  };
}

function authenticate(mail: InboundMail, { sender }: Envelope, { authservId }: MailPolicy): Authentication {
  // A mail whose author is not certain is nobody's.
  if (mail.author === undefined) return 'failed';
  if (authservId === undefined) return 'unchecked';
  return isAuthenticated(mail, sender, authservId) ? 'passed' : 'failed';
}

/** So that it can be transferred to another thread instead of being copied. */
const withOwnBuffer = (content: Uint8Array) =>
  content.byteLength === content.buffer.byteLength && !Buffer.isBuffer(content) ? content : new Uint8Array(content);

/** A mail that could not be read within the limits. Staff have its original. */
export const unreadable: ReadMail = {
  from: null,
  subject: '',
  messageId: null,
  text: '',
  visibleText: '',
  files: [],
  authentication: 'failed',
  verdict: { action: 'hold', reason: 'malformed' },
};

import { type Address, type Attachment, type Email, addressParser } from 'postal-mime';
import { toOneLine } from '#contract/fields.ts';
import { parseMime } from './mime-parser.ts';
import { senderAddress } from './sender-address.ts';
import { type StructureDefect, checkStructure, maxDepth, maxParts } from './structure.ts';
import { readTnef } from './tnef.ts';

export interface MailFile {
  /** As sent; not a name to be used. */
  name: string;
  content: Uint8Array;
}

export interface InboundMail {
  /** In their order, names in lower case; the topmost was added last. */
  headers: { key: string; value: string }[];
  /** The email address of the From header, in lower case; undefined where there is not exactly one that every program reads alike. */
  author: string | undefined;
  /** All email addresses of all From headers, in lower case, where they can be read. They prove nothing. */
  from: string[];
  messageId: string | undefined;
  subject: string;
  /** All of it, with what it replies to. */
  text: string;
  files: MailFile[];
  /** Why text and files may be incomplete. */
  defect: StructureDefect | 'unreadable_winmail' | undefined;
}

const maxHeadersSize = 256 * 1024;
/** Groups in them take long to parse. Longer ones are emptied: nothing but the From header is asked for, and it has one sender. */
const maxAddressHeaderSize = 10 * 1024;
const addressHeaders = /^(?:from|sender|reply-to|to|cc|bcc|return-path|delivered-to|disposition-notification-to):/i;
/** What is longer is kept as a file beside the text. */
export const maxTextLength = 200_000;
const maxSubjectLength = 500;
/** Logos in signatures; photos and screenshots are larger. */
const maxLogoSize = 8 * 1024;

/** Never throws: what cannot be parsed has a defect, and is kept for staff. */
export async function parseMail(given: Uint8Array): Promise<InboundMail> {
  const defect = checkStructure(given);
  const raw = withoutLongAddresses(given);
  if (defect !== undefined) return { ...(await parseHeader(raw)), defect };
  try {
    return readEmail(await parse(raw));
  } catch {
    return { ...(await parseHeader(raw)), defect: 'malformed' };
  }
}

/** The mail with nothing in address headers that are too long. A From header remains one, as a second one matters. */
function withoutLongAddresses(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const start = mail.toString('latin1', 0, maxHeadersSize);
  const end = /\r?\n\r?\n/.exec(start)?.index ?? start.length;
  const header = start.slice(0, end);
  if (header.length <= maxAddressHeaderSize) return raw;
  // A line that begins with a space continues the one before.
  const fields = header.split(/\r?\n(?![ \t])/);
  const kept = fields.map((one) => (one.length > maxAddressHeaderSize ? (addressHeaders.exec(one)?.[0] ?? one) : one));
  return Buffer.concat([Buffer.from(kept.join('\r\n'), 'latin1'), mail.subarray(end)]);
}

const parse = (raw: Uint8Array): Promise<Email> =>
  parseMime(raw, { forceRfc822Attachments: true, maxNestingDepth: maxDepth + 2, maxHeadersSize });

async function parseHeader(raw: Uint8Array): Promise<InboundMail> {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxHeadersSize));
  const end = /\r?\n\r?\n/.exec(start.toString('latin1'))?.index ?? start.length;
  try {
    return { ...readEmail(await parse(start.subarray(0, end))), text: '', files: [] };
  } catch {
    return {
      headers: [],
      author: undefined,
      from: [],
      messageId: undefined,
      subject: '',
      text: '',
      files: [],
      defect: undefined,
    };
  }
}

function readEmail(email: Email): InboundMail {
  const headers = email.headers.map(({ key, value }) => ({ key, value }));
  const senders = headers.filter(({ key }) => key === 'from');
  const [sender, ...otherSenders] = senders;
  const isTnef = ({ mimeType, filename }: Attachment) =>
    mimeType === 'application/ms-tnef' || filename?.toLowerCase() === 'winmail.dat';
  const unpacked = email.attachments.filter(isTnef).map((one) => readTnef(bytesOf(one)));
  const own = email.attachments.filter((one) => !isTnef(one) && !isLogo(one));
  const files = [
    ...own.map((one) => ({ name: one.filename ?? nameFor(one), content: bytesOf(one) })),
    ...unpacked.flatMap((one) => one?.files ?? []),
  ];
  return {
    headers,
    author: sender === undefined || otherSenders.length > 0 ? undefined : senderAddress(sender.value),
    from: senders.flatMap(({ value }) => addressesIn(addressParser(value))),
    messageId: email.messageId?.slice(0, 500),
    subject: toOneLine((email.subject ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' '))
      .trim()
      .slice(0, maxSubjectLength)
      .toWellFormed(),
    text: cleanText(email.text?.trim() ? email.text : (unpacked.find((one) => one?.text?.trim())?.text ?? '')),
    // A winmail.dat is one part, and may contain a million files.
    files: files.slice(0, maxParts),
    defect:
      files.length > maxParts ? 'too_many_parts' : unpacked.includes(undefined) ? 'unreadable_winmail' : undefined,
  };
}

const addressesIn = (addresses: Address[]): string[] =>
  addresses.flatMap((one) => (one.group ?? [one]).map(({ address }) => address.toLowerCase()));

// A part may come as text where the parser takes it for text.
const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

const isLogo = (one: Attachment) =>
  one.contentId !== undefined && one.mimeType.startsWith('image/') && bytesOf(one).length <= maxLogoSize;

const extensions: Record<string, string> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};
const nameFor = ({ mimeType }: Attachment) => `file.${extensions[mimeType] ?? 'bin'}`;

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const controlCharacters = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
/** PostgreSQL rejects zero bytes, and terminals obey some of the others. */
const cleanText = (text: string) => text.slice(0, maxTextLength).toWellFormed().replaceAll(controlCharacters, '');

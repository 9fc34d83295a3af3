import EmailReplyParser from 'email-reply-parser';

/**
 * Some of the library's patterns take quadratic time in the length of the text, of a line, or of a run of blank lines: ten
 * thousand blank lines took it a minute. It gets short lines, no runs, and not more than this; what follows is kept as it is.
 */
const maxParsedLength = 20_000;
const maxParsedLine = 300;
/** A longer "signature" is text below a line of dashes. */
const maxSignatureLines = 12;

/** Bidirectional marks stand between the words of Arabic headers. */
const marks = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\u061C]/g;
const comparable = (line: string) => line.replaceAll(marks, '').replaceAll('\u00A0', ' ').replaceAll('*', '').trim();

/**
 * Gmail and Apple Mail in Arabic: "On DATE, NAME wrote:". The verb is in front of the name or behind it.
 */
const arabicHeader = /^(?:في|بتاريخ|يوم)\s.{4,200}\s(?:كتب|كتبت)(?:\/ت|\(ت\))?(?:\s.{0,200})?:\s*$/;
const originalMessage =
  /^-{2,}\s*(?:original message|message d['’]origine|message transféré|forwarded message|الرسالة الأصلية|رسالة أصلية)\s*-{2,}$/i;

/** The first lines of Outlook's header, in its languages: sender, then date, recipient or subject within a few lines. */
const senderLine = /^(?:from|de|von|من)\s?:\s?\S/i;
const headerLine =
  /^(?:sent|date|to|subject|cc|envoyé(?: le)?|date|à|a|objet|cc|gesendet|an|betreff|تاريخ الإرسال|التاريخ|إلى|الموضوع|نسخة)\s?:\s?/i;

/** The part of a mail that its sender wrote, without what it replies to. Never empty where the mail has text. */
export function visibleText(given: string): string {
  const text = tidy(given);
  const own = withoutQuotedBlock(text);
  const [parsed, rest] = [own.slice(0, maxParsedLength), own.slice(maxParsedLength)];
  const visible = `${tidy(parseReply(parsed))}${rest}`.trim();
  if (visible !== '') return visible;
  // All of it looks quoted: the answer is inside, or below.
  return own === '' ? text : own;
}

const tidy = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** Long lines are no headers: the library gets a placeholder for each. */
function parseReply(text: string): string {
  const long: string[] = [];
  const shortened = text.replaceAll(/[\uE000\uE001]/g, '').replaceAll(/^.+$/gm, (line) => {
    if (line.length <= maxParsedLine) return line;
    long.push(line);
    return `${line.startsWith('>') ? '>' : ''}\uE000${long.length - 1}\uE001`;
  });
  return new EmailReplyParser()
    .read(shortened)
    .getFragments()
    .filter((fragment) => !fragment.isQuoted() && !isSignature(fragment))
    .map((fragment) => fragment.getContent())
    .join('\n\n')
    .replaceAll(/\uE000(\d+)\uE001/g, (_, index: string) => long[Number(index)] ?? '');
}

const isSignature = (fragment: { isSignature: () => boolean; getContent: () => string }) =>
  fragment.isSignature() && fragment.getContent().trim().split('\n').length <= maxSignatureLines;

/** Cuts at the header of a quotation that is not marked by `>`; of a marked one, leaves out the header only. */
function withoutQuotedBlock(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const headerLines = headerLength(lines, index);
    const isCut = headerLines > 0 && !isMarkedBelow(lines, index + headerLines);
    if (isCut || isOutlookHeader(lines, index)) return withoutRule(kept).join('\n').trim();
    if (headerLines === 0) kept.push(lines[index] ?? '');
    else index += headerLines - 1;
  }
  return kept.join('\n');
}

/** How many lines the header at this line has; a long one is wrapped once. */
function headerLength(lines: string[], index: number): number {
  const first = comparable(lines[index] ?? '');
  if (originalMessage.test(first) || arabicHeader.test(first)) return 1;
  const isBegun = /^(?:في|بتاريخ|يوم)\s/.test(first) && !first.endsWith(':');
  return isBegun && arabicHeader.test(`${first} ${comparable(lines[index + 1] ?? '')}`) ? 2 : 0;
}

function isMarkedBelow(lines: string[], index: number): boolean {
  const rest = lines.slice(index, index + 5).map(comparable);
  return rest.find((line) => line !== '')?.startsWith('>') === true;
}

function isOutlookHeader(lines: string[], index: number): boolean {
  if (!senderLine.test(comparable(lines[index] ?? ''))) return false;
  const following = lines.slice(index + 1, index + 7).map(comparable);
  return following.filter((line) => headerLine.test(line)).length >= 2;
}

// Outlook draws a line of underscores above its header.
function withoutRule(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return /^_{10,}$/.test(lines[last]?.trim() ?? '') ? lines.slice(0, last) : lines;
}

/** Limits of service design: a mail beyond them is kept for staff and not parsed. */
export const maxMailSize = 25 * 1024 * 1024;
export const maxParts = 50;
export const maxDepth = 8;

const lineFeed = 0x0a;
const dash = 0x2d;
/** RFC 2046: a boundary has at most 70 characters. Longer lines are no delimiters. */
const maxDelimiterLength = 80;
const maxHeaderLength = 64 * 1024;
/** The limit for lines that might be delimiters of boundaries that are declared in a way we do not read. */
const maxDashedLines = 5_000;

/**
 * Parsers do something for each line, and a mail of 25 MB may have 25 million: least for those of encoded files, of which
 * 25 MB have 350,000.
 */
const maxLines = 20_000;
const maxEncodedLines = 1_000_000;

export type StructureDefect = 'too_large' | 'too_many_parts' | 'too_deep' | 'malformed';

/**
 * Counts the parts of a mail before it is parsed: a parser builds every part first, a mail of 25 MB can declare millions,
 * and one of a million parts took a minute. Reads each line once.
 */
export function checkStructure(raw: Uint8Array): StructureDefect | undefined {
  if (raw.length > maxMailSize) return 'too_large';
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  // A boundary that was closed still counts: parsers differ in what they take for the end.
  const declared = new Set<string>();
  const open: string[] = [];
  let header: string | undefined = '';
  let parts = 1;
  let dashed = 0;
  let lines = 0;
  let encodedLines = 0;
  let isEncoded = false;

  const endHeader = () => {
    if (header === undefined) return;
    const boundary = boundaryIn(header);
    isEncoded = /^content-transfer-encoding:\s*(?:base64|quoted-printable)\b/im.test(header);
    header = undefined;
    if (boundary === undefined) return;
    declared.add(boundary);
    open.push(boundary);
  };

  for (let position = 0, next = 0; position < mail.length; position = next) {
    const found = mail.indexOf(lineFeed, position);
    const end = found === -1 ? mail.length : found;
    next = end + 1;
    if (isEncoded) encodedLines += 1;
    else lines += 1;
    if (lines > maxLines || encodedLines > maxEncodedLines) return 'malformed';
    const isDashed = mail[position] === dash && mail[position + 1] === dash && end - position <= maxDelimiterLength;
    if (!isDashed) {
      if (header === undefined) continue;
      const line = mail.toString('latin1', position, Math.min(end, position + maxHeaderLength)).trimEnd();
      if (line === '') endHeader();
      else if (header.length < maxHeaderLength) header += `${line}\n`;
      if (open.length > maxDepth) return 'too_deep';
      continue;
    }
    dashed += 1;
    if (dashed > maxDashedLines) return 'too_many_parts';
    // Parsers look for delimiters in headers too.
    const line = mail.toString('latin1', position + 2, end).trimEnd();
    endHeader();
    if (declared.has(line)) {
      parts += 1;
      header = '';
      const level = open.lastIndexOf(line);
      if (level !== -1) open.length = level + 1;
    } else {
      const level = line.endsWith('--') ? open.lastIndexOf(line.slice(0, -2)) : -1;
      if (level !== -1) open.length = level;
    }
    if (parts > maxParts) return 'too_many_parts';
    if (open.length > maxDepth) return 'too_deep';
  }
  return undefined;
}

function boundaryIn(header: string): string | undefined {
  const unfolded = header.replaceAll(/\n[ \t]+/g, ' ');
  const type = /^content-type:\s*(multipart\/[^\n]*)/im.exec(unfolded)?.[1];
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,100})"|([^\s;"]{1,100}))/i.exec(type ?? '') ?? [];
  return (quoted ?? plain)?.trimEnd();
}

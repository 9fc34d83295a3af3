import { createReadStream, openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromBlob } from 'file-type';
import type { binaryExtensions, textExtensions } from '#contract/file-types.ts';
import { extensionOf } from './file-name.ts';
import { UserError } from '#api/lib/errors.ts';

const rejections = {
  file_empty: 'The file is empty.',
  file_type_not_allowed: 'Files of this type are not accepted.',
  file_type_mismatch: 'The content of the file does not fit its name.',
} as const;

/** A file that is not accepted for what it is. */
export class FileRejectedError extends UserError {
  override name = 'FileRejectedError';

  constructor(code: keyof typeof rejections) {
    super(code, rejections[code]);
  }
}

export interface InspectedFile {
  contentType: string;
  /** Whether browsers may show it beside the text: an image that ends where it says, without markup or a document in it. */
  isPreviewable: boolean;
}

interface Kind {
  contentType: string;
  /** What `file-type` may find in it. */
  found: readonly string[];
}

const kind = (contentType: string, ...found: string[]): Kind => ({ contentType, found });

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';
const oldOffice = ['cfb'];
const video = ['mp4', 'm4v', 'mov', '3gp'];

const binaryKinds: Record<(typeof binaryExtensions)[number], Kind> = {
  png: kind('image/png', 'png', 'apng'),
  jpg: kind('image/jpeg', 'jpg'),
  jpeg: kind('image/jpeg', 'jpg'),
  webp: kind('image/webp', 'webp'),
  gif: kind('image/gif', 'gif'),
  bmp: kind('image/bmp', 'bmp'),
  tif: kind('image/tiff', 'tif'),
  tiff: kind('image/tiff', 'tif'),
  heic: kind('image/heic', 'heic'),
  avif: kind('image/avif', 'avif'),
  pdf: kind('application/pdf', 'pdf'),
  docx: kind(`${office}.wordprocessingml.document`, 'docx'),
  xlsx: kind(`${office}.spreadsheetml.sheet`, 'xlsx'),
  pptx: kind(`${office}.presentationml.presentation`, 'pptx'),
  odt: kind(`${openDocument}.text`, 'odt'),
  ods: kind(`${openDocument}.spreadsheet`, 'ods'),
  odp: kind(`${openDocument}.presentation`, 'odp'),
  doc: kind('application/msword', ...oldOffice),
  xls: kind('application/vnd.ms-excel', ...oldOffice),
  ppt: kind('application/vnd.ms-powerpoint', ...oldOffice),
  msg: kind('application/vnd.ms-outlook', ...oldOffice),
  rtf: kind('application/rtf', 'rtf'),
  zip: kind('application/zip', 'zip'),
  '7z': kind('application/x-7z-compressed', '7z'),
  gz: kind('application/gzip', 'gz', 'tar.gz'),
  tgz: kind('application/gzip', 'gz', 'tar.gz'),
  mp4: kind('video/mp4', ...video),
  mov: kind('video/quicktime', ...video),
  webm: kind('video/webm', 'webm'),
  mp3: kind('audio/mpeg', 'mp3'),
  m4a: kind('audio/mp4', 'm4a', 'mp4'),
  wav: kind('audio/wav', 'wav'),
  pcap: kind('application/vnd.tcpdump.pcap', 'pcap'),
  pcapng: kind('application/x-pcapng', 'pcapng', 'pcap'),
};

const textKinds: Record<(typeof textExtensions)[number], Kind> = {
  txt: kind('text/plain'),
  log: kind('text/plain'),
  md: kind('text/plain'),
  csv: kind('text/csv'),
  json: kind('application/json'),
  xml: kind('application/xml', 'xml'),
  yaml: kind('text/plain'),
  yml: kind('text/plain'),
  ini: kind('text/plain'),
  conf: kind('text/plain'),
  cfg: kind('text/plain'),
  ics: kind('text/calendar', 'ics'),
  vcf: kind('text/vcard', 'vcf'),
  eml: kind('message/rfc822'),
  pem: kind('application/x-pem-file'),
  crt: kind('application/x-pem-file'),
};

// Formats that are recognised by a few letters, with which a text can begin (BM, MZ, GIF), or have one every 188 bytes. Their
// files have zeros, a text has none.
const likeText = new Set(['bmp', 'exe', 'bz2', 'gif', 'swf', 'mpc', 'crx', 'mts']);

const previewable = new Set(['image/png', 'image/jpeg', 'image/webp']);
const headSize = 64 * 1024;
const tailSize = 64;

const kindOf = (kinds: Record<string, Kind>, extension: string) =>
  Object.hasOwn(kinds, extension) ? kinds[extension] : undefined;

/** Throws unless the name has an accepted extension and the bytes are of that kind. */
export async function inspectFile(path: string, name: string): Promise<InspectedFile> {
  const extension = extensionOf(name);
  const { head, tail, size } = await readEnds(path);
  if (size === 0) throw new FileRejectedError('file_empty');
  const binary = kindOf(binaryKinds, extension);
  const text = kindOf(textKinds, extension);
  const expected = binary ?? text;
  if (expected === undefined) throw new FileRejectedError('file_type_not_allowed');
  const found = await detect(path);
  const fits =
    binary === undefined
      ? (found === undefined || likeText.has(found) || expected.found.includes(found)) && isText(head)
      : found !== undefined && binary.found.includes(found);
  if (!fits || (binary === undefined && isMarkup(head))) throw new FileRejectedError('file_type_mismatch');
  const { contentType } = expected;
  return {
    contentType,
    isPreviewable:
      previewable.has(contentType) && isWholeImage(contentType, { head, tail, size }) && !(await hasHidden(path)),
  };
}

async function readEnds(path: string) {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    return { size, head: await read(headSize, 0), tail: await read(tailSize, Math.max(0, size - tailSize)) };
  } finally {
    await handle.close();
  }
}

/** Not `fileTypeFromFile`: it imports a package by a computed name, which no bundle contains. */
async function detect(path: string): Promise<string | undefined> {
  try {
    return (await fileTypeFromBlob(await openAsBlob(path)))?.ext;
  } catch (error) {
    if (isOurFault(error)) throw error;
    return 'unreadable';
  }
}

// A file that is cut in the middle makes some detectors throw, without a code or with zlib's. A disk or a package that
// cannot be read must not look like a wrong file.
function isOurFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof DOMException || (typeof code === 'string' && !code.startsWith('Z_'));
}

/** UTF-8, UTF-16 with its mark, or one byte per character; without the control characters that no text has. */
function isText(head: Buffer): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  return !head.some((byte) => byte < 0x20 && ![0x07, 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

// What a browser that ignores `nosniff` would take for a page: the first tag decides, behind comments and declarations.
const leading = /^(?:\uFEFF|\s|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>)*/i;
const pageTag =
  /^<(?:!doctype\s+html|html|head|body|script|svg|iframe|style|title|meta|link|img|a|table|div|p|h1|b|br|font)(?=[\s/>])/i;

function isMarkup(head: Buffer): boolean {
  const isWide = head[0] === 0xff || head[0] === 0xfe;
  // Both byte orders: what matters is the sequence of letters.
  const start = isWide ? head.toString('latin1', 2).replaceAll('\0', '') : head.toString('utf8');
  return pageTag.test(start.slice(0, 8192).replace(leading, ''));
}

// The signs of a second format, anywhere in the file. Short ones need what follows a name: three letters come by chance.
const hidden = /<(?:script|html|svg(?=[\s/>:])|iframe|body|!doctype|\?php|\?xml)|%PDF-/i;
const longestSign = '<!doctype'.length;

async function hasHidden(path: string): Promise<boolean> {
  let end = '';
  for await (const chunk of createReadStream(path, { highWaterMark: headSize })) {
    const text = end + (chunk as Buffer).toString('latin1');
    if (hidden.test(text)) return true;
    end = text.slice(-longestSign);
  }
  return false;
}

interface Ends {
  head: Buffer;
  tail: Buffer;
  size: number;
}

// Nothing behind the last byte, such as an archive.
function isWholeImage(contentType: string, { head, tail, size }: Ends): boolean {
  if (contentType === 'image/png') return tail.subarray(-8).toString('latin1') === 'IEND\u00ae\u0042\u0060\u0082';
  if (contentType === 'image/jpeg') return tail.subarray(-2).equals(Buffer.from([0xff, 0xd9]));
  const declared = head.readUInt32LE(4) + 8;
  return declared === size || declared + 1 === size;
}

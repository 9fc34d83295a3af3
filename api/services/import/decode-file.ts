import { OperatorError } from '#api/lib/errors.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// Two letters of Windows-1252 that together are one of UTF-8: `é` as `Ã©`. No text has them side by side.
const mistaken = /[\xc3][\x80-\xbf]/;

/**
 * UTF-8, unless it is not: then what French Excel saves as plain CSV. A file of UTF-8 with some broken bytes is rejected, as
 * every accent in it would be read wrongly.
 */
export async function detectEncoding(
  file: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isFirst = true;
  let hasMistaken = false;
  for await (const chunk of chunks) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    isFirst = false;
    hasMistaken ||= mistaken.test(chunk.toString('latin1'));
    try {
      if (isUtf8) decoder.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
    if (!isUtf8 && chunk.includes(0))
      throw new OperatorError(`The file ${file} is not text: save it as « CSV UTF-8 » and try again.`);
  }
  try {
    if (isUtf8) decoder.decode();
  } catch {
    isUtf8 = false;
  }
  if (isUtf8) return 'utf-8';
  if (hasMistaken)
    throw new OperatorError(`The file ${file} is not UTF-8 throughout: save it as « CSV UTF-8 » and try again.`);
  return 'windows-1252';
}

export async function* decode(
  encoding: Encoding,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  for await (const chunk of chunks) {
    yield decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    onBytes(bytes);
  }
  yield decoder.decode();
}

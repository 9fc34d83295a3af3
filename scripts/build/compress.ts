import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /^(text\/|application\/(json|speculationrules\+json|manifest\+json|xml|javascript)|image\/svg)/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `${file}.br` and `${file}.gz` where they are smaller, and says which it wrote. */
export const compress = async (file: string, type: string): Promise<('br' | 'gzip')[]> => {
  if (!compressible.test(type)) return [];
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    zip(bytes, { level: 9 }),
  ]);
  const written: ('br' | 'gzip')[] = [];
  if (br.length < bytes.length) written.push('br');
  if (gz.length < bytes.length) written.push('gzip');
  await Promise.all([
    ...(written.includes('br') ? [writeFile(`${file}.br`, br)] : []),
    ...(written.includes('gzip') ? [writeFile(`${file}.gz`, gz)] : []),
  ]);
  return written;
};

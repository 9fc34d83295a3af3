import { isDeepStrictEqual } from 'node:util';
import type { Copy } from './copy.ts';
import type { ContentRecord, LegalText } from './registry.ts';
import type { Problem } from './problem.ts';
import { specMentions, specValues } from './spec-values.ts';

const at = (data: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);

export const specValueProblems = (records: ContentRecord[]): Problem[] =>
  specValues.flatMap(({ section, file, path, value }) => {
    const found = at(records.find((record) => record.file === file)?.data, path);
    if (isDeepStrictEqual(found, value)) return [];
    return [{ file, path, message: `product ${section} has ${JSON.stringify(value)}, not ${JSON.stringify(found)}` }];
  });

export const specMentionProblems = (copy: Copy[]): Problem[] =>
  specMentions
    .filter(({ file, pattern }) => !copy.some((entry) => entry.file === file && pattern.test(entry.text)))
    .map(({ section, file, pattern }) => ({
      file,
      path: '',
      message: `says nowhere what product ${section} asks: ${pattern}`,
    }));

export const termsProblems = (texts: LegalText[]): Problem[] =>
  texts
    .filter(({ file }) => file === 'content/legal/terms.md')
    .flatMap(({ file, markdown }) => {
      const count = markdown.match(/^## /gm)?.length ?? 0;
      return count === 9 ? [] : [{ file, path: '', message: `has ${count} sections; product §2 counts 9` }];
    });

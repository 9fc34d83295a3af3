import { joinPath } from './copy.ts';
import type { ContentRecord } from './registry.ts';
import type { Problem } from './problem.ts';

export const schemaProblems = (records: ContentRecord[]): Problem[] =>
  records.flatMap(({ file, schema, data }) => {
    const { error } = schema.safeParse(data);
    return (error?.issues ?? []).map(({ path, message }) => ({ file, path: joinPath(path), message }));
  });

/** Files that are not in the registry are not checked. */
export const unregisteredFiles = (filesOnDisk: string[], registered: string[]): Problem[] =>
  filesOnDisk
    .filter((file) => !registered.includes(file))
    .map((file) => ({ file, path: '', message: 'is missing from scripts/content-lint/registry.ts' }));

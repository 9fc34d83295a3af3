import { joinPath } from './copy.ts';
import type { ContentRecord } from './registry.ts';
import type { Problem } from './problem.ts';

export const schemaProblems = (records: ContentRecord[]): Problem[] =>
  records.flatMap(({ file, schema, data }) => {
    const { error } = schema.safeParse(data);
    return (error?.issues ?? []).map(({ path, message }) => ({ file, path: joinPath(path), message }));
  });

/** A file that the registry does not know is a file that nothing checks. */
export const unregisteredFiles = (filesOnDisk: string[], registered: string[]): Problem[] =>
  filesOnDisk
    .filter((file) => !registered.includes(file))
    .map((file) => ({ file, path: '', message: 'is missing from content/registry.ts' }));

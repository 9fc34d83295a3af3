import { z } from 'zod';
import { OperatorError } from '#api/lib/errors.ts';

/**
 * The first line of a backup. After it each table follows: a line with its name in quotes, then one line for each row,
 * as PostgreSQL writes it in JSON. The whole is compressed with gzip, whose checksum covers it.
 */
export const headerSchema = z.object({
  format: z.literal('rempart-azur backup'),
  version: z.literal(1),
  createdAt: z.string(),
  engine: z.enum(['embedded', 'postgresql']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
});

export type BackupHeader = z.infer<typeof headerSchema>;

export function readHeader(line: string | undefined, file: string): BackupHeader {
  try {
    return headerSchema.parse(JSON.parse(line ?? ''));
  } catch {
    throw new OperatorError(`The file ${file} is not a backup that this version can read.`);
  }
}

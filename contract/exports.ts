import { z } from 'zod';

/** An export for the audit log: the browser creates the file itself, from the rows it was sent. */
export const exportNoteSchema = z.strictObject({
  list: z.enum(['invoices', 'contracts', 'payments', 'licenses', 'tickets']),
  rows: z.int().min(0).max(10_000_000),
});

export type ExportNote = z.infer<typeof exportNoteSchema>;

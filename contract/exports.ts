import { z } from 'zod';

/** What a customer took out of the portal: the file itself is made in the browser, from rows that it was sent. */
export const exportNoteSchema = z.strictObject({
  list: z.enum(['invoices', 'contracts', 'payments', 'licenses', 'tickets']),
  rows: z.int().min(0).max(10_000_000),
});

export type ExportNote = z.infer<typeof exportNoteSchema>;

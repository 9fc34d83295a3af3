import { z } from 'zod';
import { columns, counted, labels } from './desk.ts';
import { text } from './text.ts';

// Screens of the desk that most staff open rarely: their copy is loaded with them.

/** The API explains in English: the parts that a pattern captures replace {1}, {2}… in the text. */
const translations = z.array(z.object({ pattern: z.string(), text }));

export const importCopy = z.object({
  title: text,
  description: text,
  allCustomers: text,
  list: text,
  french: text,
  frenchHint: text,
  columnsTitle: text,
  columnsHint: text,
  required: text,
  template: text,
  customer: z.object({ label: text, example: text }),
  /** Values in the template that staff can download, by the names in contract/record-lists.ts. */
  examples: z.object({ invoices: labels, contracts: labels, payments: labels, licenses: labels }),
  drop: text,
  choose: text,
  limits: text,
  reading: text,
  another: text,
  added: text,
  changed: text,
  unchanged: text,
  rejected: text,
  line: text,
  before: text,
  after: text,
  emptyValue: text,
  firstOnly: text,
  nothing: text,
  blocked: text,
  apply: counted,
  applying: text,
  changedPlan: text,
  done: text,
  doneAdded: counted,
  doneChanged: counted,
  doneBefore: text,
  again: text,
  showRecords: text,
  tooLarge: text,
  emptyFile: text,
  notCsv: text,
  unknownValues: text,
  unknownValue: counted,
  unknownInvoiceStatus: text,
  wholeRow: text,
  unknownReason: text,
  reasons: translations,
  fileErrors: translations,
});
export type ImportCopy = z.infer<typeof importCopy>;

export const auditCopy = z.object({
  title: text,
  empty: text,
  columns: columns('when', 'who', 'event', 'subject', 'customer', 'details'),
  filters: z.object({
    label: text,
    event: text,
    any: text,
    customer: text,
    user: text,
    remove: text,
    from: text,
    until: text,
  }),
  open: text,
  export: z.object({
    button: text,
    busy: text,
    done: text,
    cut: text,
    fileName: text,
    network: text,
    outcome: text,
    success: text,
  }),
  kinds: labels,
  events: labels,
  actors: labels,
  rejected: text,
  times: text,
  only: text,
  deletedUser: text,
  /** What an event tells, by the names in the audit log. */
  details: z.array(z.object({ name: z.string(), label: text, values: labels.optional() })),
});
export type AuditCopy = z.infer<typeof auditCopy>;

export const healthCopy = z.object({
  title: text,
  description: text,
  refreshed: text,
  mail: z.object({ title: text, queued: text, oldest: text, failed: text, lastSent: text, none: text, never: text }),
  support: z.object({ title: text, held: text, overdue: text, hint: text }),
  backup: z.object({ title: text, last: text, never: text, old: text, fine: text, neverHint: text }),
  files: z.object({ title: text, folder: text, free: text, unknown: text, fine: text, notWritable: text, full: text }),
  retention: z.object({ title: text, last: text, never: text, hint: text }),
  database: z.object({ title: text, engine: text, embedded: text, postgresql: text, size: text, unknownSize: text }),
  good: text,
  warning: text,
});
export type HealthCopy = z.infer<typeof healthCopy>;

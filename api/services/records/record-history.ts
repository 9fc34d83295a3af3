import { columns, json, nullable, text } from '#api/db/columns.ts';
import type { Row, Statement } from '#api/db/batch.ts';
import { z } from 'zod';
import type { HistoryEntry } from '#contract/record-detail.ts';
import type { RecordList } from '#contract/staff.ts';

const event = columns({
  at: text('happened_at'),
  event: text('event'),
  by: nullable(text('staff_name')),
  details: json('details', z.record(z.string(), z.unknown())),
});

/** What staff did with a record. `$1` is the record in every statement of its page. */
export const eventsStatement = (list: RecordList, id: string): Statement => ({
  name: `record-events-${list}`,
  text: `SELECT ${event.sql} FROM ${list} CROSS JOIN LATERAL list_record_events(customer_id, '${list}:' || ${list}.id) WHERE ${list}.id = $1`,
  values: [id],
});

const kinds: Partial<Record<string, HistoryEntry['kind']>> = {
  'invoice.issued': 'issued',
  'record.corrected': 'corrected',
  'record.voided': 'voided',
  'record.file_added': 'file',
  'record.file_replaced': 'file_replaced',
  'record.file_withdrawn': 'file_withdrawn',
};

export const readEvents = (rows: Row[] | undefined): HistoryEntry[] =>
  event.all(rows).map(({ at, event: name, by, details: { list: _list, fields: _fields, ...details } }) => ({
    kind: kinds[name] ?? 'other',
    at,
    // The page says the number and the amount of what was issued.
    text: name === 'invoice.issued' ? null : describe(name, details),
    amount: null,
    by,
  }));

const describe = (name: string, details: Record<string, unknown>) =>
  [
    ...(kinds[name] === undefined ? [name] : []),
    ...Object.entries(details).map(([key, value]) => (key === 'reason' ? String(value) : `${key}: ${String(value)}`)),
  ].join(' · ') || null;

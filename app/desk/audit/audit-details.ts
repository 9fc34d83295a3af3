import type { AuditEvent } from '#contract/audit.ts';
import { recordLists, type StaffPermission } from '#contract/staff.ts';
import type { AuditCopy } from '#content/desk/fr/administration.ts';
import { type Formats, minuteOf } from '#app/lib/formats.ts';
import { customerPath, labelOf, ticketPath } from '#app/desk/components/desk-context.ts';
import { type PaperColumn, paperColumn } from '#app/desk/components/list-actions.tsx';

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface SentencePart {
  text: string;
  /** Undefined: words of the sentence. */
  names?: 'who' | 'person' | 'subject' | 'customer' | 'detail';
}

type Known = Readonly<Record<string, { label: string; values?: Readonly<Record<string, string>> }>>;

/** The value of a detail in words. An id tells nobody anything. */
function detailText({ details, names }: AuditEvent, name: string, copy: AuditCopy): string {
  const known: Known = copy.details;
  const { values = {} } = labelOf(known, name) ?? {};
  const textOf = (part: string) =>
    labelOf(values, part) ?? (id.test(part.replace(/^\w+:/, '')) ? copy.deletedUser : part);
  return (
    names[name] ??
    String(details[name] ?? '')
      .split(',')
      .map(textOf)
      .join(', ')
  );
}

/** Whose account acted; for the operator and visitors, the account is the one concerned. */
export const isOwnAction = ({ actor, userId }: AuditEvent) =>
  userId !== null && (actor === 'user' || actor === 'staff');

function nameOf(entry: AuditEvent, wanted: string, copy: AuditCopy): SentencePart {
  const { entity, subject, actor, userId, userEmail, customerId, customerName } = entry;
  const kind = entity?.split(':')[0] ?? 'other';
  const deleted = labelOf<string>(copy.deleted, kind) ?? copy.deleted.other;
  if (wanted === 'who')
    return isOwnAction(entry)
      ? { names: 'who', text: userEmail ?? copy.deleted.user }
      : { text: labelOf(copy.actors, actor) ?? actor };
  if (wanted === 'customer') return { names: 'customer', text: customerName ?? copy.deleted.customer };
  if (wanted === 'person') {
    const isSubject = kind === 'user' || kind === 'invitation';
    const text = (isSubject ? subject : null) ?? (userId === null ? null : userEmail) ?? copy.deleted.user;
    return { names: isSubject && subject !== null && customerId !== null ? 'subject' : 'person', text };
  }
  // A page that was read: the ticket, or which list.
  if (wanted === 'subject' || (wanted === 'page' && entity !== null))
    return { names: 'subject', text: subject ?? deleted };
  return { names: 'detail', text: detailText(entry, wanted, copy) };
}

/** What happened, in a sentence. An event of a later version is told by its name. */
export function sentenceOf(entry: AuditEvent, copy: AuditCopy): SentencePart[] {
  const sentence = labelOf<string>(copy.events, entry.event) ?? entry.event;
  return sentence
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? nameOf(entry, part.slice(1, -1), copy) : { text: part }));
}

/** What the sentence does not tell, in the order of the copy; what a later version records is shown as it is. */
export function detailsOf(entry: AuditEvent, copy: AuditCopy): string {
  const known: Known = copy.details;
  const sentence = labelOf<string>(copy.events, entry.event) ?? '';
  const order = Object.keys(known);
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const told = Object.keys(entry.details)
    .filter((name) => !sentence.includes(`{${name}}`))
    .toSorted((one, other) => rank(one) - rank(other))
    .map((name) => `${labelOf(known, name)?.label ?? name} ${detailText(entry, name, copy)}`);
  return [...told, entry.network].filter(Boolean).join(' · ');
}

/** Where the staff member can look at what the event is about; undefined if it is gone or not theirs to see. */
export function pathOf(
  { entity, subject, customerId }: Pick<AuditEvent, 'entity' | 'subject' | 'customerId'>,
  can: (...permissions: StaffPermission[]) => boolean,
): string | undefined {
  if (entity === null || subject === null) return undefined;
  const [kind, key = ''] = entity.split(':');
  if (kind === 'ticket') return can('support') ? ticketPath(key) : undefined;
  if (customerId === null) return undefined;
  if (kind === 'user' || kind === 'invitation') return can('accounts') ? customerPath(customerId, 'people') : undefined;
  const list = recordLists.find((one) => one === kind);
  return list !== undefined && can('support', 'accounts', 'sales', 'records')
    ? `${customerPath(customerId, list)}&q=${encodeURIComponent(subject)}`
    : undefined;
}

/** The log on paper and in a file. */
export function auditPaper(copy: AuditCopy, formats: Formats): PaperColumn<AuditEvent>[] {
  const { columns, rejected, export: words } = copy;
  const sentence = (entry: AuditEvent) =>
    sentenceOf(entry, copy)
      .map(({ text }) => text)
      .join('');
  return [
    paperColumn(columns.when, 13, ({ happenedAt }) => formats.moment(happenedAt), {
      csv: ({ happenedAt }) => minuteOf(happenedAt),
    }),
    paperColumn(columns.event, 25, sentence),
    paperColumn(columns.subject, 16, ({ subject }) => subject ?? ''),
    paperColumn(columns.customer, 12, ({ customerName }) => customerName ?? ''),
    paperColumn(words.outcome, 9, ({ outcome }) => (outcome === 'rejected' ? rejected : words.success)),
    paperColumn(columns.details, 13, (event) => detailsOf({ ...event, network: null }, copy)),
    paperColumn(words.network, 12, ({ network }) => network ?? ''),
  ];
}

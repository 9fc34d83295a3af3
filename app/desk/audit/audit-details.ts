import { byteOrderMark, csvLine, frenchCsv } from '#contract/csv.ts';
import type { AuditEvent } from '#contract/desk.ts';
import { recordLists, type StaffPermission } from '#contract/staff.ts';
import type { AuditCopy } from '#content/desk/fr/administration.ts';
import { minuteOf } from '#app/lib/formats.ts';
import { customerPath, labelOf, ticketPath } from '#app/desk/components/desk-context.ts';

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** In French as far as it is known here, in the order of the copy; what a later version records is shown as it is. */
export function detailsOf({ details, names, network }: AuditEvent, copy: AuditCopy): string {
  const known: Readonly<Record<string, { label: string; values?: Readonly<Record<string, string>> }>> = copy.details;
  const order = Object.keys(known);
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const told = Object.entries(details)
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([name, value]) => {
      const { label = name, values = {} } = labelOf(known, name) ?? {};
      const named = names[name];
      if (named !== undefined) return `${label} ${named}`;
      // An id tells nobody anything.
      const textOf = (part: string) =>
        labelOf(values, part) ?? (id.test(part.replace(/^\w+:/, '')) ? copy.deletedUser : part);
      return `${label} ${String(value).split(',').map(textOf).join(', ')}`;
    });
  return [...told, network].filter(Boolean).join(' · ');
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

/** For French Excel. */
export function auditCsv(events: readonly AuditEvent[], copy: AuditCopy): string {
  const { columns, events: names, actors, rejected, deletedUser, export: words } = copy;
  const cells: [heading: string, valueOf: (event: AuditEvent) => string][] = [
    [columns.when, ({ happenedAt }) => minuteOf(happenedAt)],
    [
      columns.who,
      ({ userId, userEmail, actor }) =>
        userId === null ? (labelOf(actors, actor) ?? actor) : (userEmail ?? deletedUser),
    ],
    [columns.event, ({ event }) => labelOf(names, event) ?? event],
    [columns.subject, ({ subject }) => subject ?? ''],
    [columns.customer, ({ customerName }) => customerName ?? ''],
    [words.outcome, ({ outcome }) => (outcome === 'rejected' ? rejected : words.success)],
    [columns.details, (event) => detailsOf({ ...event, network: null }, copy)],
    [words.network, ({ network }) => network ?? ''],
  ];
  const lines = [
    cells.map(([heading]) => heading),
    ...events.map((event) => cells.map(([, valueOf]) => valueOf(event))),
  ];
  return byteOrderMark + lines.map((line) => csvLine(line, frenchCsv)).join('');
}

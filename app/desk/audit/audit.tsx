import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pageParameters, type TableColumn, tableColumn } from '#app/components/data-list/list-view.ts';
import { useRows } from '#app/components/data-list/use-rows.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { AuditEvent } from '#contract/audit.ts';
import type { AuditCopy } from '#content/desk/fr/administration.ts';
import { readingPermissions, type StaffPermission } from '#contract/staff.ts';
import { auditPaper, detailsOf, pathOf, type SentencePart, sentenceOf } from './audit-details.ts';
import { canDo, customerPath, labelOf, staffQuery, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { FilterDay, FilterSelect, ListHeader, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { DeskList, rowLink } from '#app/desk/components/desk-list.tsx';
import { ListActions } from '#app/desk/components/list-actions.tsx';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const day = /^\d{4}-\d\d-\d\d$/;

export function Audit({ copy: audit }: { copy: AuditCopy }) {
  const { copy, me } = useDesk();
  const formats = useFormats();
  const { get, set } = useUrlFilters();
  const read = (name: string, pattern: RegExp) => (pattern.test(get(name) ?? '') ? get(name) : undefined);
  const filter = {
    event: Object.keys(audit.kinds).find((kind) => kind === get('event')),
    customerId: read('customer', uuid),
    userId: read('user', uuid),
    from: read('from', day),
    until: read('until', day),
  };
  const rows = useRows({
    queryKey: ['desk', 'audit', filter],
    // Not counted: the log has years of events.
    fetchPage: ({ limit, cursor }, signal) =>
      api.desk['audit-events'].$get({ query: { ...filter, ...pageParameters({ limit, cursor }) } }, { signal }),
  });
  useTitle(audit.title);
  const { data: staff, isPending } = useQuery(staffQuery);
  const staffName = (id: string) => staff?.staff.find(({ userId }) => userId === id)?.name;
  const nameOf = {
    customer: rows.rows?.find(({ customerId }) => customerId === filter.customerId)?.customerName ?? filter.customerId,
    user: rows.rows?.find(({ userId }) => userId === filter.userId)?.userEmail ?? filter.userId,
  };
  return (
    <section className="grid gap-4">
      <ListHeader title={audit.title}>
        <ListActions
          list="audit"
          title={audit.title}
          count={audit.count}
          filters={[
            ...(filter.event === undefined ? [] : [labelOf(audit.kinds, filter.event) ?? filter.event]),
            ...(nameOf.customer === undefined ? [] : [audit.filters.customer(nameOf.customer)]),
            ...(nameOf.user === undefined ? [] : [audit.filters.user(nameOf.user)]),
            ...(['from', 'until'] as const).flatMap((name) =>
              filter[name] === undefined ? [] : [`${audit.filters[name]} ${formats.day(filter[name])}`],
            ),
          ]}
          columns={auditPaper(audit, formats)}
          rows={rows}
        />
      </ListHeader>
      <div role="group" aria-label={audit.filters.label} className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FilterSelect
          label={audit.filters.event}
          any={audit.filters.any}
          name="event"
          options={Object.entries(audit.kinds)}
        />
        <FilterDay label={audit.filters.from} name="from" />
        <FilterDay label={audit.filters.until} name="until" />
        {(['customer', 'user'] as const).map(
          (name) =>
            nameOf[name] !== undefined && (
              <button
                key={name}
                type="button"
                onClick={() => set({ [name]: undefined })}
                aria-label={audit.filters.remove(nameOf[name])}
                className="chip flex items-center gap-2"
                aria-pressed="true"
              >
                <span className="truncate">{audit.filters[name](nameOf[name])}</span>
                <Icon name="x" className="size-3.5" />
              </button>
            ),
        )}
      </div>
      <DeskList
        title={audit.title}
        columns={columnsOf(audit, formats, copy.states.none, set, staffName, (...wanted) => canDo(me, ...wanted))}
        // Names replace addresses: rows that are shown before would change their height.
        rows={isPending ? { ...rows, rows: undefined } : rows}
        empty={audit.empty}
        onClear={
          Object.values(filter).some((value) => value !== undefined)
            ? () => set({ event: undefined, customer: undefined, user: undefined, from: undefined, until: undefined })
            : undefined
        }
      />
    </section>
  );
}

function columnsOf(
  audit: AuditCopy,
  formats: Formats,
  none: string,
  onFilter: (filter: { user: string } | { customer: string }) => void,
  staffName: (userId: string) => string | undefined,
  can: (...permissions: StaffPermission[]) => boolean,
): TableColumn<AuditEvent>[] {
  const canRead = can(...readingPermissions);
  const { columns: labels } = audit;
  const show = (entry: AuditEvent, { text, names }: SentencePart, at: number) => {
    const path =
      names === 'subject' ? pathOf(entry, can) : names === 'customer' && canRead ? customerOf(entry) : undefined;
    if (path !== undefined)
      return (
        <Link key={at} to={path} className="font-medium text-azure underline-offset-4 hover:underline">
          {text}
        </Link>
      );
    const { userId } = entry;
    if (names !== 'who' || userId === null) return names === undefined ? text : <bdi key={at}>{text}</bdi>;
    const name = staffName(userId);
    return (
      <button
        key={at}
        type="button"
        title={name && text}
        onClick={() => onFilter({ user: userId })}
        className="text-start font-semibold hover:text-azure hover:underline"
      >
        <span className="sr-only">{audit.only} </span>
        {name ?? text}
      </button>
    );
  };
  return [
    {
      ...tableColumn<AuditEvent>(labels.event, 40, 'title', (entry) => (
        <span {...{ [rowLink]: entry.id }} tabIndex={-1} className="line-clamp-2 wrap-anywhere whitespace-normal">
          {sentenceOf(entry, audit).map((part, at) => show(entry, part, at))}
          {entry.times > 1 && (
            <span className="text-xs text-muted"> {audit.times(formats.number(entry.times))}</span>
          )}{' '}
          {entry.outcome === 'rejected' && <Badge variant="destructive">{audit.rejected}</Badge>}
        </span>
      )),
      isName: true,
      hasSecondLine: true,
    },
    tableColumn(labels.when, 15, 'half', ({ happenedAt }) => (
      <time dateTime={happenedAt} className="text-xs whitespace-normal tabular-nums">
        {formats.moment(happenedAt)}
      </time>
    )),
    tableColumn(labels.customer, 15, 'half', ({ customerId, customerName }) => {
      if (customerId === null) return none;
      const filter = () => onFilter({ customer: customerId });
      return <FilterButton text={customerName ?? audit.deleted.customer} label={audit.only} onClick={filter} />;
    }),
    {
      ...tableColumn<AuditEvent>(labels.details, 30, 'wide', (entry) => (
        // The separator stays with what is before it.
        <TruncatedText
          text={detailsOf(entry, audit).replaceAll(' · ', '\u00A0· ') || none}
          lines={2}
          className="text-xs text-muted"
        />
      )),
      hasSubtitle: true,
    },
  ];
}

/** Undefined if the customer was deleted. */
const customerOf = ({ customerId, customerName }: AuditEvent) =>
  customerId === null || customerName === null ? undefined : customerPath(customerId);

/** The label goes before the text: an `aria-label` would differ from it while its tooltip is open. */
function FilterButton({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="block max-w-full text-start hover:text-azure hover:underline">
      <span className="sr-only">{label} </span>
      <TruncatedText text={text} />
    </button>
  );
}

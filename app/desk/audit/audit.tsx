import { Link } from 'react-router';
import { pageParameters, type TableColumn, tableColumn } from '#app/components/data-list/list-view.ts';
import { useRows } from '#app/components/data-list/use-rows.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { AuditEvent } from '#contract/desk.ts';
import type { AuditCopy } from '#content/desk/fr/administration.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { detailsOf, pathOf } from './audit-details.ts';
import { AuditExport } from './audit-export.tsx';
import { canDo, labelOf, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { FilterDay, FilterSelect, ListHeader, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { DeskList, rowLink } from '#app/desk/components/desk-list.tsx';

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
  const nameOf = {
    customer: rows.rows?.find(({ customerId }) => customerId === filter.customerId)?.customerName ?? filter.customerId,
    user: rows.rows?.find(({ userId }) => userId === filter.userId)?.userEmail ?? filter.userId,
  };
  return (
    <section className="grid gap-4">
      <ListHeader title={audit.title}>
        <AuditExport copy={audit} filter={filter} />
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
        columns={columnsOf(audit, formats, copy.states.none, set, (...wanted) => canDo(me, ...wanted))}
        rows={rows}
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
  can: (...permissions: StaffPermission[]) => boolean,
): TableColumn<AuditEvent>[] {
  const { columns: labels } = audit;
  return [
    tableColumn(labels.event, 18, 'title', ({ id, event: name, outcome, times }) => (
      <span {...{ [rowLink]: id }} tabIndex={-1} className="flex min-w-0 items-center gap-2 rounded-sm">
        <TruncatedText text={labelOf(audit.events, name) ?? name} className="font-semibold" />
        {times > 1 && <span className="shrink-0 text-xs text-muted">{audit.times(formats.number(times))}</span>}
        {outcome === 'rejected' && <Badge variant="destructive">{audit.rejected}</Badge>}
      </span>
    )),
    tableColumn(labels.when, 17, 'half', ({ happenedAt }) => (
      <time dateTime={happenedAt} className="tabular-nums">
        {formats.moment(happenedAt)}
      </time>
    )),
    tableColumn(labels.who, 18, 'half', ({ actor, userId, userEmail }) => {
      if (userId === null) return <TruncatedText text={labelOf(audit.actors, actor) ?? actor} className="text-muted" />;
      const filter = () => onFilter({ user: userId });
      return <FilterButton text={userEmail ?? audit.deletedUser} label={audit.only} onClick={filter} />;
    }),
    tableColumn(labels.customer, 13, 'half', ({ customerId, customerName }) => {
      if (customerId === null) return none;
      const filter = () => onFilter({ customer: customerId });
      return <FilterButton text={customerName ?? customerId.slice(0, 8)} label={audit.only} onClick={filter} />;
    }),
    tableColumn(labels.subject, 15, 'half', (entry) => {
      const path = pathOf(entry, can);
      if (entry.subject === null) return none;
      if (path === undefined) return <TruncatedText text={entry.subject} />;
      return (
        <Link
          to={path}
          aria-label={audit.open(entry.subject)}
          className="block max-w-full font-medium text-azure hover:underline"
        >
          <TruncatedText text={entry.subject} />
        </Link>
      );
    }),
    tableColumn(labels.details, 19, 'wide', (entry) => (
      <TruncatedText text={detailsOf(entry, audit) || none} className="text-muted" />
    )),
  ];
}

/** The label goes before the text: an `aria-label` would differ from it while its tooltip is open. */
function FilterButton({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="block max-w-full text-left hover:text-azure hover:underline">
      <span className="sr-only">{label} </span>
      <TruncatedText text={text} />
    </button>
  );
}

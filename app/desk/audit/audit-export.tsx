import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { download } from '#app/lib/download.ts';
import { dayOf } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { AuditEvent } from '#contract/desk.ts';
import { maxPageSize } from '#contract/limits.ts';
import type { AuditCopy } from '#content/desk/fr/administration.ts';
import { auditCsv } from './audit-details.ts';
import { useAttempt } from '#app/desk/components/desk-context.ts';

// More than a spreadsheet is pleasant with; the command line has no limit.
const maxExported = 20_000;

type Filter = Omit<NonNullable<Parameters<(typeof api.desk)['audit-events']['$get']>[0]>['query'], 'limit' | 'cursor'>;

/** What the filters show, as a file. */
export function AuditExport({ copy, filter }: { copy: AuditCopy; filter: Filter }) {
  const formats = useFormats();
  const { isBusy, attempt } = useAttempt('audit');
  const run = async () => {
    const events: AuditEvent[] = [];
    let cursor: string | undefined;
    do {
      const page = await api.desk['audit-events'].$get({ query: { ...filter, limit: String(maxPageSize), cursor } });
      events.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && events.length < maxExported);
    const file = new Blob([auditCsv(events, copy)], { type: 'text/csv' });
    download(file, `${copy.export.fileName}-${dayOf(new Date())}.csv`);
    const describe = cursor === undefined ? copy.export.done : copy.export.cut;
    toast({ source: 'audit', title: describe(formats.number(events.length)) });
  };
  return (
    <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void attempt(run)}>
      <Icon name="download" className="size-4" />
      {isBusy ? copy.export.busy : copy.export.button}
    </Button>
  );
}

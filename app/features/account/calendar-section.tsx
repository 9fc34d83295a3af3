import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { ReadOnlyContext, useCan, useCommonCopy, useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { CalendarCopy } from '#content/portal/en/record-pages.ts';

const feedKey = ['profile', 'calendar'];

/** For those who see dates: invoices and contracts, or licenses. */
export function CalendarSection({ copy }: { copy: CalendarCopy }) {
  const can = useCan();
  const isReadOnly = useContext(ReadOnlyContext);
  const client = useQueryClient();
  const { copied } = useCommonCopy();
  const formats = useFormats();
  const [url, setUrl] = useState<string>();
  const { run, isBusy, errorMessage } = useAccountMutation(feedKey);
  const isShown = !isReadOnly && (can('billing') || can('licenses'));
  const query = useQuery({
    queryKey: feedKey,
    queryFn: ({ signal }) => api.portal['calendar-feeds'].$get({}, { signal }),
    enabled: isShown,
  });
  if (!isShown) return null;
  if (query.data === undefined) return <QueryState copy={copy.load} query={query} isFramed />;
  const { createdAt } = query.data;
  const create = () =>
    run(async () => {
      const made = await api.portal['calendar-feeds'].$post();
      setUrl(made.url);
      await client.invalidateQueries({ queryKey: feedKey });
      toast({ source: 'calendar', title: copy.created });
    });
  const revoke = () =>
    run(async () => {
      await api.portal['calendar-feeds'].revoke.$post();
      setUrl(undefined);
      await client.invalidateQueries({ queryKey: feedKey });
      toast({ source: 'calendar', title: copy.revoked });
    });
  return (
    <Section title={copy.title} description={copy.description}>
      <p className="text-sm text-muted">{createdAt === null ? copy.none : copy.since(formats.moment(createdAt))}</p>
      {url !== undefined && (
        <div className="grid gap-1 rounded-md bg-tint px-4 py-3 text-sm">
          <p>{copy.once}</p>
          <span className="flex items-center gap-2">
            <code dir="ltr" translate="no" aria-label={copy.url} className="min-w-0 text-xs wrap-anywhere">
              {url}
            </code>
            <CopyButton text={url} label={copy.copyUrl} copiedLabel={copied} />
          </span>
        </div>
      )}
      <FormError message={errorMessage} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void create()}>
          {createdAt === null ? copy.create : copy.replace}
        </Button>
        {createdAt !== null && (
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void revoke()}>
            {copy.revoke}
          </Button>
        )}
      </div>
    </Section>
  );
}

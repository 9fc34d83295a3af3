import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { paths, useAttempt, useTitle } from '#app/desk/components/desk-context.ts';
import { ListHeader } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { BackLink } from '#app/desk/components/desk-parts.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { NewsletterCopy } from '../copy/desk.fr.ts';
import { newsletterApi } from '../shared/newsletter-api.ts';

const queryKey = ['desk', 'subscribers'];

/** How many people get the newsletter, the file for a mailing tool, and who no longer wants it. */
export function Newsletter({ copy }: { copy: NewsletterCopy }) {
  const formats = useFormats();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => newsletterApi.desk.subscribers.counts.$get({}, { signal }),
  });
  useTitle(copy.title);
  const { data } = query;
  const { exporting } = copy;
  return (
    <section className="grid gap-5">
      <BackLink to={paths.leads}>{copy.back}</BackLink>
      <ListHeader title={copy.title} description={copy.description} />
      {data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <div className="grid grid-cols-1 gap-5 xl:grid-cols-2 xl:*:last:col-span-2">
          <Panel title={copy.subscribers}>
            <dl className="grid gap-4 px-5 py-4 sm:grid-cols-2">
              <Count label={copy.confirmed} value={formats.number(data.confirmed)} />
              <Count label={copy.pending} value={formats.number(data.pending)} hint={copy.pendingHint} />
            </dl>
          </Panel>
          <Panel title={exporting.title}>
            <div className="grid justify-items-start gap-4 px-5 py-4">
              <p className="text-sm text-muted">{exporting.text}</p>
              {data.confirmed === 0 ? (
                <p className="text-sm">{exporting.none}</p>
              ) : (
                <a href="/api/desk/subscribers/file" download className={buttonClass()}>
                  <Icon name="download" className="size-4" />
                  {exporting.action}
                </a>
              )}
            </div>
          </Panel>
          <Removal copy={copy.removing} />
        </div>
      )}
    </section>
  );
}

function Count({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-heading text-3xl font-bold tabular-nums">{value}</dd>
      {hint !== undefined && <dd className="text-xs text-muted">{hint}</dd>}
    </div>
  );
}

function Removal({ copy }: { copy: NewsletterCopy['removing'] }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, attempt } = useAttempt('newsletter');
  const remove = (event: FormEvent) => {
    event.preventDefault();
    const email = field.current?.value ?? '';
    void attempt(async () => {
      const { wasSubscribed } = await newsletterApi.desk.subscribers.remove.$post({ json: { email } });
      form.current?.reset();
      field.current?.focus();
      toast({
        source: 'newsletter',
        title: wasSubscribed ? copy.removed : copy.unknown,
        ...(!wasSubscribed && { description: copy.unknownText }),
      });
      await client.invalidateQueries({ queryKey });
    });
  };
  return (
    <Panel title={copy.title}>
      <form ref={form} onSubmit={remove} className="grid gap-4 px-5 py-4">
        <p className="text-sm text-muted">{copy.text}</p>
        <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:justify-start">
          <TextField
            ref={field}
            label={copy.email}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            required
          />
          <Button type="submit" disabled={isBusy} variant="secondary" className="sm:h-12">
            {copy.action}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { ArchiveLink, currentPeriod, PeriodForm, StatementView } from '#app/components/records/statement-view.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { invoicePath } from '#app/lib/record-paths.ts';
import type { StatementPageCopy } from '#content/portal/en/record-pages.ts';
import { languages } from '#contract/languages.ts';
import { BackLink } from './record-page.tsx';

type StatementPageProps = {
  copy: StatementPageCopy;
  /** The account to pay to. */
  bank: { title: string; details: ReactNode };
};

/** The customer's account in a period that the URL names. */
export function StatementPage({ copy, bank }: StatementPageProps) {
  const [params, setParams] = useSearchParams();
  const usual = currentPeriod();
  const period = { from: params.get('from') ?? usual.from, to: params.get('to') ?? usual.to };
  const query = useQuery({
    queryKey: ['records', 'statement', period],
    queryFn: ({ signal }) => api.portal.statements.$get({ query: period }, { signal }),
    placeholderData: keepPreviousData,
  });
  const year = period.to.slice(0, 4);
  const locale = useFormats().locale;
  const language = languages.find((one) => locale.startsWith(one));
  return (
    <div className="grid gap-4 print:block print:space-y-4">
      <BackLink to="/customer-portal/payments">{copy.back}</BackLink>
      <h2 className="text-2xl">{copy.title}</h2>
      <PeriodForm
        copy={copy}
        period={period}
        movements={query.data?.entries.length}
        onChange={(next) => setParams(next, { replace: true })}
        filePath={(format) => api.portal.statements.file.$path({ query: { ...period, format, language } })}
      />
      {query.data === undefined || query.error !== null ? (
        <QueryState copy={copy.load} query={query} isFramed />
      ) : (
        <StatementView
          statement={query.data}
          copy={copy}
          level="h3"
          invoicePath={(number) => invoicePath({ id: encodeURIComponent(number), number })}
        />
      )}
      <ArchiveLink href={api.portal.invoices.archive.$path({ query: { year } })} label={copy.archive.label(year)} />
      <Panel title={bank.title} level="h3">
        <div className="px-5 py-4">{bank.details}</div>
      </Panel>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { LoadError, Loading } from '#app/components/data-list/list-states.tsx';
import { AccessRequired, type SupportContact } from './access-required.tsx';
import { AccountCard } from './account-card.tsx';
import { CountTiles } from './count-tiles.tsx';
import { DueNext } from './due-next.tsx';
import { MonthChart } from './month-chart.tsx';
import { countsQuery, customerQuery, overviewQuery } from './overview-queries.ts';

export function OverviewTab({ support }: { support: SupportContact }) {
  const customer = useQuery(customerQuery);
  if (customer.data === null) return <AccessRequired support={support} />;
  if (customer.data === undefined) {
    return (
      <div className="records-frame">
        {customer.error === null ? (
          <Loading what="account information" />
        ) : (
          <LoadError what="your account" message={customer.error.message} onRetry={() => void customer.refetch()} />
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <AccountCard customer={customer.data} />
      <Tiles />
      <OverviewPanels />
    </div>
  );
}

function Tiles() {
  const counts = useQuery(countsQuery);
  if (counts.error !== null && counts.data === undefined) {
    return (
      <div className="records-frame">
        <LoadError what="your counts" message={counts.error.message} onRetry={() => void counts.refetch()} />
      </div>
    );
  }
  return <CountTiles counts={counts.data} />;
}

function OverviewPanels() {
  const overview = useQuery(overviewQuery);
  return (
    <section aria-labelledby="overview-title" className="grid gap-4">
      <h2 id="overview-title" className="text-xl">
        At a overview
      </h2>
      {overview.data === undefined ? (
        <div className="records-frame">
          {overview.error === null ? (
            <Loading what="what is due next" />
          ) : (
            <LoadError
              what="what is due next"
              message={overview.error.message}
              onRetry={() => void overview.refetch()}
            />
          )}
        </div>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <DueNext overview={overview.data} />
          <MonthChart months={overview.data.months} />
        </div>
      )}
    </section>
  );
}

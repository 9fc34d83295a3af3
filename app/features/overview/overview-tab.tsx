import { useQuery } from '@tanstack/react-query';
import { Failure, Loading } from '#app/components/records/list-states.tsx';
import { AccessRequired, type SupportContact } from './access-required.tsx';
import { AccountCard } from './account-card.tsx';
import { CountTiles } from './count-tiles.tsx';
import { DueNext } from './due-next.tsx';
import { MonthChart } from './month-chart.tsx';
import { countsQuery, customerQuery, glanceQuery } from './overview-queries.ts';

export function OverviewTab({ support }: { support: SupportContact }) {
  const customer = useQuery(customerQuery);
  if (customer.data === null) return <AccessRequired support={support} />;
  if (customer.data === undefined) {
    return (
      <div className="records-frame">
        {customer.error === null ? (
          <Loading what="account information" />
        ) : (
          <Failure what="your account" message={customer.error.message} onRetry={() => void customer.refetch()} />
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <AccountCard customer={customer.data} />
      <Tiles />
      <AtAGlance />
    </div>
  );
}

function Tiles() {
  const counts = useQuery(countsQuery);
  if (counts.error !== null && counts.data === undefined) {
    return (
      <div className="records-frame">
        <Failure what="your counts" message={counts.error.message} onRetry={() => void counts.refetch()} />
      </div>
    );
  }
  return <CountTiles counts={counts.data} />;
}

function AtAGlance() {
  const glance = useQuery(glanceQuery);
  return (
    <section aria-labelledby="glance-title" className="grid gap-4">
      <h2 id="glance-title" className="text-xl">
        At a glance
      </h2>
      {glance.data === undefined ? (
        <div className="records-frame">
          {glance.error === null ? (
            <Loading what="what is due next" />
          ) : (
            <Failure what="what is due next" message={glance.error.message} onRetry={() => void glance.refetch()} />
          )}
        </div>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <DueNext glance={glance.data} />
          <MonthChart months={glance.data.months} />
        </div>
      )}
    </section>
  );
}

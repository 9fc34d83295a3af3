import { useQuery } from '@tanstack/react-query';
import { Failure, Loading } from '#app/components/records/list-states.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { AccountCard } from './account-card.tsx';
import { CountTiles } from './count-tiles.tsx';
import { DueNext } from './due-next.tsx';
import { MonthChart } from './month-chart.tsx';
import { countsQuery, customerQuery, glanceQuery } from './overview-queries.ts';

export type SupportContact = { email: string; phone: string; phoneHref: string };

export function OverviewTab({ support }: { support: SupportContact }) {
  const customer = useQuery(customerQuery);
  if (isApiError(customer.error, 'not_linked')) return <AccessRequired support={support} />;
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

// spec §2
function AccessRequired({ support }: { support: SupportContact }) {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-tint text-azure">
        <Icon name="lock" className="size-6" />
      </span>
      <h2 className="text-2xl">Account Access Required</h2>
      <p className="text-muted">
        Your account needs to be linked to a customer profile. Please contact support for assistance.
      </p>
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm font-semibold text-azure">
        <a href={`mailto:${support.email}`} className="py-1 hover:underline">
          {support.email}
        </a>
        <a href={support.phoneHref} className="py-1 hover:underline">
          {support.phone}
        </a>
      </p>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Bricks } from '#app/components/figures/bricks.tsx';
import { repeatBrick, thingsPerBrick } from '#app/components/figures/counted-bricks.ts';
import { countsQuery, formatCount, paths, useDesk } from '#app/desk/components/desk-context.ts';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';

/** In the order in which they are worked on; each is a view of the queue. */
const views = ['due', 'unassigned', 'waiting'] as const;

/** What needs a decision before any figure: a brick for each active ticket, filled if the view has it. */
export function UrgentTickets({ copy: { now } }: { copy: DashboardCopy }) {
  const { copy } = useDesk();
  const query = useQuery(countsQuery);
  const { data: counts } = query;
  if (counts === undefined) return <LoadState query={query} isFramed />;
  const per = thingsPerBrick(counts.active);
  const bricks = (count: number) => Math.ceil(count / per);
  return (
    <nav aria-label={now.title} className="urgent-tickets print:hidden">
      {views.map((view) => (
        <Link key={view} to={`${paths.queue}?scope=${view}`} data-none={counts[view] === 0 || undefined}>
          <span className="urgent-label">{copy.queue.filters[view]}</span>
          <span className="urgent-figure">{formatCount(counts[view], copy)}</span>
          <span className="text-sm text-muted">{now.active(formatCount(counts.active, copy))}</span>
          <Bricks
            bricks={[
              ...repeatBrick(view === 'waiting' ? 'laid' : 'marked', bricks(counts[view])),
              ...repeatBrick('open', Math.max(0, bricks(counts.active) - bricks(counts[view]))),
            ]}
          />
        </Link>
      ))}
    </nav>
  );
}

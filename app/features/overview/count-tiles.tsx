import { Link } from 'react-router';
import { Icon } from '#app/components/ui/icon.tsx';
import { formatCount } from '#app/lib/formats.ts';
import type { Counts } from '#contract/customers.ts';

const tiles: { count: keyof Counts; label: string; tab: string; icon: string }[] = [
  { count: 'invoices', label: 'Invoices', tab: 'invoices', icon: 'receipt-text' },
  { count: 'contracts', label: 'Contracts', tab: 'contracts', icon: 'file-text' },
  { count: 'payments', label: 'Payments', tab: 'payments', icon: 'credit-card' },
  { count: 'licenses', label: 'Licenses', tab: 'licenses', icon: 'key' },
  { count: 'openTickets', label: 'Open Tickets', tab: 'support', icon: 'life-buoy' },
];

export function CountTiles({ counts }: { counts: Counts | undefined }) {
  return (
    <ul aria-label="Your records" className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {tiles.map(({ count, label, tab, icon }) => (
        <li key={count} className="min-w-0 last:col-span-2 md:last:col-span-1">
          <Link
            to={`/customer-portal/${tab}`}
            prefetch="intent"
            className="group flex h-full items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-4 lg:px-5 transition-colors hover:border-azure"
          >
            <span className="min-w-0">
              <span className="block font-heading text-3xl font-bold tracking-tight tabular-nums">
                {counts === undefined ? <span className="skeleton" /> : formatCount(counts[count])}
              </span>
              <span className="block text-sm text-muted group-hover:text-azure">{label}</span>
            </span>
            <Icon name={icon} className="size-5 text-sea-ink max-[24rem]:hidden md:max-lg:hidden" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

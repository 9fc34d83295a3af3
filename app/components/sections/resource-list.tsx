import { Button } from '../ui/button.tsx';

export type Resource = { title: string; text: string; action: string; note?: string | undefined };

/** Resources that are not available yet: every button is disabled and says why, also to screen readers. */
export function ResourceList({ items, soon }: { items: Resource[]; soon: string }) {
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {items.map((item) => (
        <li key={item.title} className="flex flex-col rounded-lg border border-line bg-surface p-6">
          {item.note && <p className="mb-2 text-sm font-medium text-sea-ink">{item.note}</p>}
          <h3 className="text-xl">{item.title}</h3>
          <p className="mt-2 grow text-muted">{item.text}</p>
          <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="secondary" size="sm" disabled>
              {item.action}
            </Button>
            <span className="text-sm text-muted">{soon}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import type { CybersecurityPage } from '#content/schema/service.ts';

type Threats = CybersecurityPage['threats'];

const variants: Record<Threats['items'][number]['severity'], BadgeVariant> = {
  Critique: 'destructive',
  Élevé: 'warning',
  Moyen: 'secondary',
};

export function Threats({ items, firstMoveLabel }: Pick<Threats, 'items' | 'firstMoveLabel'>) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li
          key={item.title}
          className="grid gap-x-12 gap-y-4 rounded-lg border border-line bg-surface p-6 sm:p-8 lg:grid-cols-12"
        >
          <div className="lg:col-span-7">
            <Badge variant={variants[item.severity]} className="border border-current px-3.5 py-1">
              {item.severity}
            </Badge>
            <h3 className="mt-3 text-2xl">{item.title}</h3>
            <p className="mt-2 text-muted">{item.text}</p>
          </div>
          <p className="border-l-2 border-sea pl-5 lg:col-span-5 lg:self-center">
            <span className="font-semibold text-sea-ink">{firstMoveLabel}</span> {item.firstMove}
          </p>
        </li>
      ))}
    </ul>
  );
}

import { Badge, type BadgeVariant } from '../ui/badge.tsx';

type Severity = 'Critique' | 'Élevé' | 'Moyen';
type Threat = { title: string; severity: Severity; text: string; firstMove: string };

const variants: Record<Severity, BadgeVariant> = { Critique: 'destructive', Élevé: 'warning', Moyen: 'secondary' };

export function Threats({ items, firstMoveLabel }: { items: Threat[]; firstMoveLabel: string }) {
  return (
    <ul className="grid gap-6 md:grid-cols-2">
      {items.map((item) => (
        <li key={item.title} className="rounded-lg border border-line bg-surface p-6 sm:p-7">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h3 className="text-xl">{item.title}</h3>
            <Badge variant={variants[item.severity]}>{item.severity}</Badge>
          </div>
          <p className="mt-3 text-muted">{item.text}</p>
          <p className="mt-4 border-l-2 border-sea pl-4 text-sm">
            <span className="font-semibold">{firstMoveLabel}</span> {item.firstMove}
          </p>
        </li>
      ))}
    </ul>
  );
}

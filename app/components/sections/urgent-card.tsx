import { buttonClass } from '../ui/button.tsx';
import { CheckList } from '../ui/check-list.tsx';
import { Icon } from '../ui/icon.tsx';

type UrgentCardProps = { title: string; text: string; points: string[]; action: string; phoneHref: string };

export function UrgentCard({ title, text, points, action, phoneHref }: UrgentCardProps) {
  return (
    <div className="rounded-lg border-2 border-danger bg-danger-tint p-6">
      <h2 className="flex items-center gap-2.5 text-xl">
        <Icon name="siren" className="size-6 text-danger" />
        {title}
      </h2>
      <p className="mt-3">{text}</p>
      <CheckList items={points} className="mt-4 text-sm" />
      <a href={phoneHref} className={buttonClass('danger', 'md', 'mt-5 w-full')}>
        <Icon name="phone" />
        {action}
      </a>
    </div>
  );
}

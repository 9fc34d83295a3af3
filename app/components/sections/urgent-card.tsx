import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

type UrgentCardProps = { title: string; text: string; points: string[]; action: string; phoneHref: string };

export function UrgentCard({ title, text, points, action, phoneHref }: UrgentCardProps) {
  return (
    <div className="border-t-2 border-danger pt-5">
      <h2 className="text-xl">{title}</h2>
      <p className="mt-2">{text}</p>
      <p className="mt-4">
        <a href={phoneHref} className={buttonClass('secondary', 'md', 'border-danger! bg-surface text-danger!')}>
          <Icon name="phone" />
          {action}
        </a>
      </p>
      <ul className="mt-4 divide-y divide-line text-sm text-muted">
        {points.map((point) => (
          <li key={point} className="py-2">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { joinShortWords } from './phrases.tsx';

export function CheckList({ items, className }: { items: string[]; className?: string }) {
  return (
    <ul className={classNames('grid gap-2.5', className)}>
      {items.map((item) => (
        <li key={item} className="flex gap-2.5">
          <Icon name="check" className="mt-1 size-4.5 text-sea-ink" />
          <span className="min-w-0 text-balance">{joinShortWords(item)}</span>
        </li>
      ))}
    </ul>
  );
}

import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';

type Figure = { figure: string; title: string; text: string };

export function Figures({ items }: { items: Figure[] }) {
  return (
    <dl
      className={classNames(
        'grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:gap-y-16',
        items.length % 3 === 0 && 'lg:grid-cols-3',
      )}
    >
      {items.map((item) => (
        <div key={item.title} className="flex flex-col border-t border-line pt-6">
          <dt className="order-2 mt-3 text-xl font-semibold">{item.title}</dt>
          <dd className="order-1 grow content-end">
            <Amount value={item.figure} size="lg" className="whitespace-nowrap" />
          </dd>
          <dd className="order-3 mt-2 max-w-prose text-muted">{item.text}</dd>
        </div>
      ))}
    </dl>
  );
}

import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';

type Figure = { figure: string; title: string; text: string };

export function Figures({ items }: { items: Figure[] }) {
  return (
    <dl
      className={classNames(
        '-mb-10 grid gap-x-12 sm:grid-cols-2 lg:-mb-16',
        items.length % 3 === 0 && 'lg:grid-cols-3',
      )}
    >
      {items.map((item) => (
        <div key={item.title} className="row-span-3 grid grid-rows-subgrid border-t border-line pt-6 pb-10 lg:pb-16">
          <dt className="order-2 mt-3 font-heading text-xl font-bold tracking-tight">{item.title}</dt>
          <dd className="order-1 content-end">
            <Amount value={item.figure} size="lg" className="whitespace-nowrap" />
          </dd>
          <dd className="order-3 mt-2 max-w-prose text-muted">{item.text}</dd>
        </div>
      ))}
    </dl>
  );
}

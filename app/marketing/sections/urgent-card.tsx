import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ContactPage } from '#content/schema/form-pages.ts';

export function UrgentCard({ title, text, points, action, phoneHref }: ContactPage['urgent'] & { phoneHref: string }) {
  return (
    <div className="gap-x-12 border-t-2 border-danger pt-5 lg:grid lg:grid-cols-12">
      <div className="lg:col-span-5">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2">{text}</p>
        <p className="mt-4">
          <a
            href={phoneHref}
            className={buttonClass('secondary', 'md', 'border-danger! bg-surface text-danger! max-sm:w-full')}
          >
            <Icon name="phone" />
            {action}
          </a>
        </p>
      </div>
      <ul className="divide-y divide-line text-sm text-muted max-lg:mt-4 lg:col-span-7">
        {points.map((point) => (
          <li key={point} className="py-2 lg:first:pt-0">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

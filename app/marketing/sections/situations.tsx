import { Icon } from '#app/components/ui/icon.tsx';
import type { ServicesPage } from '#content/schema/pages.ts';

/** What a visitor may say of their company, each sentence a link to where to begin. */
export function Situations({ items }: Pick<ServicesPage['situations'], 'items'>) {
  return (
    <ul className="border-b border-line">
      {items.map(({ situation, advice, link }) => (
        <li key={situation} className="grid gap-x-12 border-t border-line lg:grid-cols-12">
          {/* The link has the sentence and its destination; the advice lies between them and stays out of its name. */}
          <a
            href={link.to}
            className="group col-span-full row-span-3 row-start-1 grid grid-rows-subgrid py-5 lg:row-span-2 lg:row-start-1 lg:grid-cols-subgrid lg:py-7"
          >
            <span className="font-heading text-[clamp(1.375rem,1.1rem+1.2vw,2rem)] leading-[1.15] font-bold tracking-tight text-balance group-hover:text-azure lg:col-span-8 lg:col-start-1 lg:row-span-2 lg:row-start-1">
              «&nbsp;{situation}&nbsp;»
            </span>
            <span className="row-start-3 mt-2 inline-flex items-center gap-1.5 font-semibold text-azure underline-offset-4 group-hover:underline lg:col-span-4 lg:col-start-9 lg:row-start-2 lg:mt-1">
              {link.label}
              <Icon name="arrow-right" className="size-4" />
            </span>
          </a>
          <p className="pointer-events-none col-start-1 row-start-2 mt-2 text-muted lg:col-span-4 lg:col-start-9 lg:row-start-1 lg:mt-7">
            {advice}
          </p>
        </li>
      ))}
    </ul>
  );
}

import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

export type Resource = { title: string; text: string; cover: string; action: string; note?: string | undefined };

/** One colour per kind of publication. */
export type CoverVariant = 'azure' | 'ink' | 'sea' | 'paper';

type ResourceListProps = {
  title: string;
  lead?: string | undefined;
  items: Resource[];
  variant: CoverVariant;
  /** The id of the text that says, once for the whole page, why nothing is available yet. */
  describedBy: string;
};

export function ResourceList({ title, lead, items, variant, describedBy }: ResourceListProps) {
  return (
    <section className="gap-x-12 border-t-2 border-ink pt-6 lg:grid lg:grid-cols-12">
      <div className="lg:col-span-3">
        <h2 className="text-2xl">{title}</h2>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
      </div>
      {/* Rows on small screens, a shelf on large ones: cover, title, text and button in common rows. */}
      <ul
        className={classNames(
          'gap-x-6 max-lg:mt-2 lg:col-span-9 lg:grid lg:grid-rows-[auto_auto_1fr_auto]',
          items.length === 3 ? 'lg:grid-cols-3' : 'lg:grid-cols-4',
        )}
      >
        {items.map((item) => (
          <li
            key={item.title}
            className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-b border-line py-5 last:border-0 sm:grid-cols-[7rem_1fr] sm:gap-x-7 lg:row-span-4 lg:grid-cols-1 lg:grid-rows-subgrid lg:border-0 lg:py-0"
          >
            <Cover text={item.cover} variant={variant} />
            <div className="lg:mt-4">
              {item.note && <p className="text-sm font-semibold text-sea-ink">{item.note}</p>}
              <h3 className="text-lg leading-tight">{item.title}</h3>
            </div>
            <p className="col-start-2 mt-1.5 text-sm text-muted lg:col-start-auto">{item.text}</p>
            <Button
              variant="secondary"
              size="sm"
              disabled
              aria-describedby={describedBy}
              className="col-start-2 mt-3 justify-self-start lg:col-start-auto"
            >
              {item.action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const covers: Record<CoverVariant, string> = {
  azure: 'border-transparent bg-azure text-on-azure',
  ink: 'ground-ink border-transparent',
  sea: 'border-transparent bg-sea-ink text-paper',
  paper: 'border-line-strong bg-surface text-ink',
};

/** A typographic cover: what the publication is about, in one word. The title beside it says it in full. */
function Cover({ text, variant }: { text: string; variant: CoverVariant }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'row-span-3 flex h-24 flex-col justify-between border p-2 sm:h-36 sm:p-3 lg:row-span-1 lg:h-56 lg:p-4 print:border-ink print:bg-transparent print:text-ink',
        covers[variant],
      )}
    >
      <span className="font-heading text-[1.0625rem] leading-none font-bold tracking-tighter whitespace-nowrap sm:text-2xl xl:text-[2.5rem]">
        {text}
      </span>
      <span className="h-1 w-6 bg-current lg:w-10" />
    </div>
  );
}

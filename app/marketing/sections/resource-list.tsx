import type { ReactNode } from 'react';
import { starFort } from '#app/marketing/pictures/star-fort.ts';
import { classNames } from '#app/components/ui/class-names.ts';

export type Resource = { title: string; text: string; cover: string; action: string; note?: string | undefined };

/** One colour and one drawing per kind of publication. */
export type CoverVariant = 'bricks' | 'bars' | 'bay' | 'fort';

type ResourceListProps = {
  title: string;
  lead?: string | undefined;
  /** What one of them is called, on its cover. */
  kind: string;
  items: Resource[];
  variant: CoverVariant;
  /** The id of the text that says, once for the whole page, why nothing is available yet. */
  describedBy: string;
};

export function ResourceList({ title, lead, kind, items, variant, describedBy }: ResourceListProps) {
  return (
    <section className="border-t-2 border-ink pt-6">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 className="text-2xl">{title}</h2>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {/* Cover, text and button in common rows. */}
      <ul
        className={classNames(
          'mt-6 grid gap-x-6 gap-y-8 sm:grid-cols-2',
          items.length === 3 ? 'sm:max-lg:*:last:col-span-2 lg:grid-cols-3' : 'xl:grid-cols-4',
        )}
      >
        {items.map((item, index) => (
          <li key={item.title} className="row-span-3 grid grid-rows-subgrid gap-y-0">
            <Cover {...item} kind={kind} variant={variant} index={index} />
            <p className="mt-3 text-sm text-muted">{item.text}</p>
            <button
              type="button"
              disabled
              aria-describedby={describedBy}
              className="min-h-10 justify-self-start text-sm text-muted"
            >
              {item.action}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const covers: Record<CoverVariant, string> = {
  bricks: 'ground-cover-azure border-transparent',
  bars: 'ground-ink border-line-strong',
  bay: 'ground-cover-sea border-transparent',
  fort: 'border-line-strong bg-surface text-ink',
};

type CoverProps = Resource & { kind: string; variant: CoverVariant; index: number };

/** The title page: kind and title, and one word that stands on the drawing. */
function Cover({ title, note, cover, kind, variant, index }: CoverProps) {
  return (
    <div
      className={classNames(
        '@container flex min-h-50 flex-col overflow-hidden border sm:min-h-72 print:border-ink print:bg-transparent print:text-ink',
        covers[variant],
      )}
    >
      <div className="p-4 pb-1 sm:p-5">
        <p className="text-sm">{note ? `${kind} · ${note}` : kind}</p>
        <h3 className="mt-1.5 text-xl leading-tight text-balance">{title}</h3>
      </div>
      <p
        aria-hidden="true"
        className={classNames(
          'mt-auto px-4 pt-2 font-heading text-[2.5rem] leading-none font-bold tracking-tighter whitespace-nowrap sm:px-5 sm:text-[min(4.5rem,22cqw)]',
          variant === 'bay' || variant === 'fort' ? 'pb-1' : 'pb-2',
        )}
      >
        {cover}
      </p>
      <Drawing variant={variant} index={index} />
    </div>
  );
}

/** At the foot of the cover; the index shifts or changes it, so that no two are equal. */
function Drawing({ variant, index }: { variant: CoverVariant; index: number }) {
  const { aspect, viewBox, className } = frames[variant];
  const width = variant === 'bay' ? bayWidth(index) : undefined;
  return (
    <svg
      viewBox={width === undefined ? viewBox : `0 0 ${width} 54`}
      preserveAspectRatio={aspect}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      className={classNames('w-full shrink-0', className)}
    >
      {drawings[variant](index)}
    </svg>
  );
}

/** Seven bricks, the bars and a whole number of merlons stretch to the width of the cover; the fort is whole, within the padding of the cover. */
const frames: Record<CoverVariant, { aspect: string; viewBox?: string; className: string }> = {
  bricks: { aspect: 'none', viewBox: '0 0 308 56', className: 'h-14' },
  bars: { aspect: 'none', viewBox: '0 0 300 54', className: 'h-14 sm:h-16' },
  bay: { aspect: 'none', className: 'h-14 sm:h-16' },
  fort: { aspect: 'xMaxYMax meet', className: 'h-28 max-sm:-mt-12' },
};

const barHeights = [
  [10, 16, 14, 24, 30, 38, 46],
  [46, 42, 44, 36, 34, 32, 32],
  [30, 34, 8, 32, 36, 34, 36],
];

const yellowBricks = ['176 2', '110 28', '220 2', '66 28'];

const bayLength = (index: number) => 110 + index * 34;
/** About 300: the bay, merlons of 36 each and the wall after the last one. */
const bayWidth = (index: number) => bayLength(index) + 12 + 36 * Math.floor((288 - bayLength(index)) / 36);

const drawings: Record<CoverVariant, (index: number) => ReactNode> = {
  /** Two rows of bricks of 44 × 26. */
  bricks: (index) => {
    const joints = Array.from(
      { length: 7 },
      (_, brick) => `${brick ? `M${brick * 44} 2v26` : ''}M${brick * 44 + 22} 28v26`,
    );
    return (
      <>
        <path className="fill-sun" stroke="none" d={`M${yellowBricks[index % yellowBricks.length]}h44v26h-44z`} />
        <path vectorEffect="non-scaling-stroke" d={`M0 2H308M0 28H308M0 54H308${joints.join('')}`} />
      </>
    );
  },
  bars: (index) => {
    const bars = (barHeights[index % barHeights.length] ?? []).map(
      (height, bar) => `M${18 + bar * 38} ${54 - height}h28v${height}h-28z`,
    );
    return (
      <g stroke="none">
        <path className="fill-current" d={bars.slice(0, -1).join('')} />
        <path className="fill-sun" d={bars.at(-1)} />
      </g>
    );
  },
  bay: (index) => {
    const wall = bayLength(index);
    return (
      <>
        <path vectorEffect="non-scaling-stroke" d={`M-2 8C${wall / 3} 8 ${wall / 2} 40 ${wall} 40`} />
        {Array.from({ length: (bayWidth(index) - wall - 12) / 36 }, (_, merlon) => (
          <path
            key={merlon}
            vectorEffect="non-scaling-stroke"
            className={merlon === 1 ? 'fill-sun' : undefined}
            d={`M${wall + merlon * 36} 40h12v-18h24v18`}
          />
        ))}
        <path vectorEffect="non-scaling-stroke" d={`M${bayWidth(index) - 12} 40h12`} />
      </>
    );
  },
  /** 96 px from bastion to bastion; the shore runs into its wall. */
  fort: (index) => {
    const bastions = 5 + (index % 3);
    return (
      <svg x="100%" className="overflow-visible">
        <path className="stroke-sea" d="M-700 24C-440 24 -250 66 -84 66" />
        <path className="fill-surface" d={starFort({ x: -66, y: 50, radius: 48, bastions })} />
        <path className="fill-sun" d={starFort({ x: -66, y: 50, radius: 21, bastions })} />
      </svg>
    );
  },
};

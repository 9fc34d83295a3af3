import { classNames } from '#app/components/ui/class-names.ts';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type MigrationLineProps = Pick<MicrosoftCloudPage['migration'], 'items' | 'mailboxes'>;

/** The width of a step with its gap, in the drawing and in the list under it. */
const step = 254.4;
const end = 1240;
const course = 24;
const ground = 150;
/** Bricks of 48 from one x to another, on the given course from the ground up; every other course is shifted by half a brick. */
const bricks = (from: number, to: number, level: number) =>
  Array.from({ length: Math.floor((to - from) / 48) }, (_, index) => {
    const x = from + index * 48 + (level % 2) * 24;
    return `M${x} ${ground - level * course}h${Math.min(46, to - x)}v-${course - 2}h-${Math.min(46, to - x)}z`;
  }).join('');
const switchAt = step * 3 + 96;

/** Mail arrives in the old mailbox until the switch, the yellow brick; the new one is built before it and closed on by the last step. */
export function MigrationLine({ items, mailboxes }: MigrationLineProps) {
  return (
    <div>
      <svg
        viewBox={`0 -4 ${end} 158`}
        aria-hidden="true"
        className="w-full max-lg:hidden"
        fill="none"
        strokeWidth="2.5"
      >
        <text x="0" y="14" fontSize="17" className="fill-ink font-semibold">
          {mailboxes[0]}
        </text>
        <path
          className="stroke-sea"
          d={`M0 28H${step * 3 - 60}C${switchAt - 60} 28 ${switchAt - 40} 40 ${switchAt + 24} ${ground - 2 * course - 26}`}
        />
        <path className="stroke-sea" strokeDasharray="2 8" d={`M${step * 3 - 60} 28H${step * 5 - 120}`} />
        <path className="stroke-sea" d={`M${step * 5 - 128} 20l16 16m0-16l-16 16`} />
        <text x={step} y={ground - course - 14} fontSize="17" className="fill-ink font-semibold">
          {mailboxes[1]}
        </text>
        <path className="stroke-azure" strokeDasharray="3 5" strokeWidth="1.5" d={bricks(step, step * 2 - 30, 0)} />
        <path className="fill-azure" d={bricks(step * 2, end, 0)} />
        <path className="fill-azure" d={bricks(step * 3, end, 1)} />
        <path className="fill-azure" d={bricks(step * 4, end, 2)} />
        <path className="fill-sun" d={`M${switchAt} ${ground - 2 * course}h46v-${course - 2}h-46z`} />
        <path className="stroke-azure" d={`M0 ${ground + 1.5}H${end}`} />
      </svg>
      <ol className="grid gap-x-8 lg:mt-6 lg:grid-cols-5">
        {items.map((item, index) => (
          <li
            key={item.title}
            className="grid grid-cols-[2.5rem_1fr] py-5 not-first:rule-row first:pt-0 lg:block lg:border-0! lg:py-0"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'font-heading text-2xl leading-tight font-bold',
                index === 3 ? 'text-sun' : 'text-azure',
              )}
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-2xl lg:mt-2 lg:text-xl">{item.title}</h3>
              <p className="mt-1.5 text-muted">{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

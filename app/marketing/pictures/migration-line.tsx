import { classNames } from '#app/components/ui/class-names.ts';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type MigrationLineProps = Pick<MicrosoftCloudPage['migration'], 'items' | 'mailboxes'>;

/** `step`: the width of a step with its gap, in the drawing and, on a large screen, in the list under it. */
type Scale = { step: number; end: number; brick: number; course: number; ground: number; fontSize: number };

const large: Scale = { step: 254.4, end: 1240, brick: 48, course: 24, ground: 150, fontSize: 17 };
const phone: Scale = { step: 71, end: 354, brick: 23, course: 15, ground: 118, fontSize: 14 };

/** Bricks from one x to another, on the given course from the ground up; every other course is shifted by half a brick. */
const bricks = ({ brick, course, ground }: Scale, from: number, to: number, level: number) =>
  Array.from({ length: Math.floor((to - from) / brick) }, (_, index) => {
    const x = from + index * brick + (level % 2) * (brick / 2);
    const width = Math.min(brick - 2, to - x);
    return `M${x} ${ground - level * course}h${width}v-${course - 2}h-${width}z`;
  }).join('');

type MailboxesProps = { scale: Scale; mailboxes: string[]; className: string };

function Mailboxes({ scale, mailboxes, className }: MailboxesProps) {
  const { step, end, brick, course, ground, fontSize } = scale;
  const old = fontSize * 1.65;
  const switchAt = step * 3 + brick * (scale === large ? 2 : 1);
  return (
    <svg
      viewBox={`0 -4 ${end} ${ground + (scale === large ? 8 : 28)}`}
      aria-hidden="true"
      className={className}
      fill="none"
      strokeWidth="2.5"
    >
      <text x="0" y={fontSize * 0.8} fontSize={fontSize} className="fill-ink font-semibold">
        {mailboxes[0]}
      </text>
      <path
        className="stroke-sea"
        d={`M0 ${old}H${step * 2.76}C${switchAt - brick} ${old} ${switchAt + brick / 2} ${old} ${switchAt + brick / 2} ${ground - 3 * course - 4}`}
      />
      <path className="stroke-sea" strokeDasharray="2 8" d={`M${step * 2.76} ${old}H${step * 4.5}`} />
      <path className="stroke-sea" d={`M${step * 4.5} ${old - 8}l16 16m0-16l-16 16`} />
      <text
        x={scale === large ? step : 0}
        y={ground - course - fontSize * (scale === large ? 0.8 : 1.3)}
        fontSize={fontSize}
        className="fill-ink font-semibold"
      >
        {mailboxes[1]}
      </text>
      <path
        className="stroke-azure"
        strokeDasharray="3 5"
        strokeWidth="1.5"
        d={bricks(scale, step, step * 2 - brick / 2, 0)}
      />
      <path
        className="fill-azure"
        d={[2, 3, 4].map((from, level) => bricks(scale, step * from, end, level)).join('')}
      />
      <path className="fill-sun" d={`M${switchAt} ${ground - 2 * course}h${brick - 2}v-${course - 2}h-${brick - 2}z`} />
      <path className="stroke-azure" d={`M0 ${ground + 1.5}H${end}`} />
      {scale === phone && (
        <g className="fill-azure font-heading font-bold" fontSize="17">
          {[0, 1, 2, 3, 4].map((at) => (
            <text key={at} x={at * step} y={ground + 21} className={at === 3 ? 'fill-sun' : undefined}>
              {at + 1}
            </text>
          ))}
        </g>
      )}
    </svg>
  );
}

/** Mail arrives in the old mailbox until the switch, the yellow brick; the new one is built before it and closed on by the last step. */
export function MigrationLine({ items, mailboxes }: MigrationLineProps) {
  return (
    <div>
      <Mailboxes scale={large} mailboxes={mailboxes} className="w-full max-lg:hidden" />
      <Mailboxes scale={phone} mailboxes={mailboxes} className="mb-8 w-full lg:hidden" />
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

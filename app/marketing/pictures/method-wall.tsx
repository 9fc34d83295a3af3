import type { WhyUsPage } from '#content/schema/pages.ts';
import { Sheet } from './sheet.tsx';

type MethodWallProps = Pick<WhyUsPage['method'], 'items' | 'subjects'>;

const brick = 62;
const course = 26;
const width = 5 * brick;

/** What is free above a sheet, so that each of a row stands one course higher: in pairs, then all four. */
const free = ['sm:aspect-[310/26] lg:aspect-[310/78]', 'lg:aspect-[310/52]', 'sm:aspect-[310/26]', ''];

/** Between two sheets. The last one of a row ends where the wall does. */
const gaps = ['sm:pr-5', 'lg:pr-5', 'sm:pr-5', ''];

/** The bricks of a course; every other one starts and ends with half a brick, which the course beside it completes. */
function bricksOf(level: number, courses: number) {
  const isShifted = level % 2 === 1;
  const y = (courses - 1 - level) * course + 2;
  return Array.from({ length: isShifted ? 6 : 5 }, (_, index) => {
    const left = isShifted ? Math.max(0, index * brick - brick / 2) : index * brick;
    const right = isShifted ? Math.min(width, index * brick + brick / 2) : left + brick;
    return `M${left} ${y}H${right - (right === width && isShifted ? 0 : 2)}v${course - 2}H${left}z`;
  }).join('');
}

/** Three weaknesses from one document to the next: a line becomes a wall, one course higher after each step. */
export function MethodWall({ items, subjects }: MethodWallProps) {
  return (
    <ol className="grid gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
      {items.map((step, index) => (
        <li key={step.title} className="row-span-2 grid grid-rows-subgrid gap-y-5 break-inside-avoid">
          <div className="flex flex-col">
            <div className={`shrink-0 ${free[index] ?? ''}`} />
            <div className={`grid grow ${gaps[index] ?? ''}`}>
              <Sheet title={step.document.title} note={step.document.note} size="sm">
                <dl>
                  {subjects.map((subject, at) => (
                    <div key={subject} className="py-2.5 not-first:rule-row">
                      <dt className="text-xs text-muted">{subject}</dt>
                      <dd className="leading-snug font-semibold text-balance">{step.document.lines[at]}</dd>
                    </div>
                  ))}
                </dl>
              </Sheet>
            </div>
            <svg viewBox={`0 0 ${width} ${index * course + 5}`} aria-hidden="true" className="block w-full shrink-0">
              <path
                className="fill-azure"
                d={Array.from({ length: index }, (_, level) => bricksOf(level, index)).join('')}
              />
              <path className="fill-azure" d={`M0 ${index * course + 2}h${width}v3h-${width}z`} />
            </svg>
          </div>
          <div className="sm:pr-8">
            <h3 className="text-xl">
              <span className="text-azure">{`${index + 1}\u00A0`}</span>
              {step.title}
            </h3>
            <p className="mt-2 text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

import { Picture } from './picture.tsx';

import type { HomePage } from '#content/schema/pages.ts';

type CaseStudy = HomePage['caseStudies']['items'][number];

/** The figure of a case study, drawn. Its meaning is in the text beside it. */
export function CasePicture(props: CaseStudy['picture']) {
  if (props.kind === 'days') return <Days {...props} />;
  if (props.kind === 'costs') return <Costs {...props} />;
  return <Dial {...props} />;
}

const days = [1, 2, 3, 4, 5, 6, 7];
const left = (day: number, isSecond: boolean) => (isSecond ? 18 : 0) + (day - 1) * 36;

/** Fourteen days, a brick each: the second week stands on the first. */
function Days({ weeks }: { weeks: string[] }) {
  return (
    <Picture viewBox="0 0 360 62" className="max-w-lg">
      {/* Where the bricks will lie, until they follow the scrolling. */}
      <path
        className="stroke-azure"
        strokeWidth="2"
        strokeDasharray="1 6"
        vectorEffect="non-scaling-stroke"
        d={[false, true]
          .flatMap((isSecond) => days.map((day) => `M${left(day, isSecond) + 1} ${isSecond ? 3 : 34}h31v26h-31z`))
          .join('')}
      />
      {[false, true].map((isSecond) => (
        <g key={String(isSecond)} className={isSecond ? 'case-week case-week-two' : 'case-week'}>
          <path
            className="fill-azure"
            d={days.map((day) => `M${left(day, isSecond)} ${isSecond ? 2 : 33}h33v28h-33z`).join('')}
          />
          <g className="fill-on-azure font-heading font-bold" fontSize="15" textAnchor="middle">
            {days.map((day) => (
              <text key={day} x={left(day, isSecond) + 16.5} y={isSecond ? 21.5 : 52.5}>
                {isSecond ? day + 7 : day}
              </text>
            ))}
          </g>
        </g>
      ))}
      <g className="fill-muted font-sans" fontSize="14">
        <text x="286" y="52">
          {weeks[0]}
        </text>
        <text x="286" y="21">
          {weeks[1]}
        </text>
      </g>
    </Picture>
  );
}

/** Costs before and after, 100 to 70. */
function Costs({ before, after }: { before: string; after: string }) {
  return (
    <Picture viewBox="0 0 360 96" className="max-w-md">
      <g className="fill-ink font-sans" fontSize="14">
        <text x="0" y="14">
          {before}
        </text>
        <text x="0" y="64">
          {after}
        </text>
        <text x="360" y="14" textAnchor="end" className="font-semibold">
          100
        </text>
        <text x="252" y="64" textAnchor="end" className="font-semibold">
          70
        </text>
      </g>
      <path className="fill-line-strong" d="M0 21h360v20H0z" />
      <path className="fill-azure case-cost" d="M0 71h252v20H0z" />
      <path
        className="stroke-azure"
        strokeWidth="2"
        strokeDasharray="1 6"
        vectorEffect="non-scaling-stroke"
        d="M256 72h103v18H256"
      />
    </Picture>
  );
}

const at = (hour: number, radius: number) => {
  const angle = (hour / 24) * 2 * Math.PI;
  return `${(100 + radius * Math.sin(angle)).toFixed(1)} ${(100 - radius * Math.cos(angle)).toFixed(1)}`;
};
const hours = Array.from({ length: 24 }, (_, hour) => `M${at(hour, 75)}L${at(hour, hour % 6 === 0 ? 69 : 72)}`).join(
  '',
);

/** A day of 24 hours, midnight at the top: office hours light, the rest dark, and a ring that has no gap. */
function Dial({ day, night, opens, closes }: { day: string; night: string; opens: string; closes: string }) {
  return (
    <Picture viewBox="8.5 8.5 183 183">
      <circle className="fill-night" cx="100" cy="100" r="76" />
      {/* Pure white would glare in the dark theme. */}
      <path
        className="fill-surface [color-scheme:light] dark:opacity-85"
        d={`M100 100L${at(8, 76)}A76 76 0 0 1 ${at(18, 76)}z`}
      />
      <path className="stroke-azure [color-scheme:light]" strokeWidth="1.5" d={hours} />
      <circle
        className="stroke-azure case-ring"
        strokeWidth="7"
        strokeLinecap="butt"
        pathLength="1"
        cx="100"
        cy="100"
        r="88"
        transform="rotate(-90 100 100)"
      />
      <g className="font-sans font-semibold" fontSize="16.5" textAnchor="middle">
        <text x="100" y="66" className="fill-ink [color-scheme:dark]">
          {night}
        </text>
        <g className="fill-ink [color-scheme:light]">
          <text x="92" y="154">
            {day}
          </text>
          <text x="129" y="136">
            {opens}
          </text>
          <text x="58" y="119">
            {closes}
          </text>
        </g>
      </g>
    </Picture>
  );
}

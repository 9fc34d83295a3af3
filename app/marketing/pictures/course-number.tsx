import { classNames } from '#app/components/ui/class-names.ts';
import { type NumberFill, StandardNumber } from './standard-number.tsx';

type CourseNumberProps = {
  /** `27001`, `RGPD`. */
  text: string;
  fill: NumberFill;
  /** One merlon per day of the course; the last is the day of the exam. */
  days: number;
};

/** The number of the standard as a part of the rampart: the bay comes in from the left, the days of the course follow. */
export function CourseNumber({ text, fill, days }: CourseNumberProps) {
  return (
    <div aria-hidden="true" className="course-number font-heading flex items-end print:hidden">
      <svg className="h-full w-7 shrink-0 overflow-visible xl:w-28">
        <svg x="100%" y="100%" className="overflow-visible">
          <path className="stroke-sea" d="M-3000 -200H-640C-440 -200 -300 -1.5 0 -1.5" />
        </svg>
      </svg>
      {/* Below 1024 px the number is too small for the fine pattern. */}
      <StandardNumber text={text} fill={fill} className="h-full lg:hidden" />
      <StandardNumber text={text} fill={fill} size="lg" className="h-full max-lg:hidden" />
      {/* `slice`: as high as the number, and wider than its box. */}
      <svg
        viewBox="0 -168 400 168"
        preserveAspectRatio="xMinYMax slice"
        className="h-full w-4 shrink-0 overflow-visible"
      >
        {Array.from({ length: days }, (_, day) => (
          <path
            key={day}
            className={classNames('stroke-azure', day === days - 1 && 'fill-sun')}
            d={`M${day * 66} -1.5h22v-34h44v34`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path className="stroke-azure" d={`M${days * 66} -1.5H9000`} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

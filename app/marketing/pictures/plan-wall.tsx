import { Picture } from './picture.tsx';

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
/** From the ground up: each plan has the courses of the one before it and one more. */
const courses = [
  'M1 63h46v20H1zM47 63h46v20H47zM93 63h46v20H93z',
  'M1 43h23v20H1zM24 43h46v20H24zM70 43h46v20H70zM116 43h23v20H116z',
  'M1 43V13h26v18h30V13h26v18h30V13h26v30z',
];

/** A wall of three courses, as many of them built as the plan has. */
export function PlanWall({ courses: built }: { courses: number }) {
  return (
    <Picture viewBox="0 0 140 84" className="max-w-35">
      {courses.map((d, index) => {
        const isTop = index === built - 1;
        return (
          <path
            key={d}
            {...pen}
            className={index < built ? `stroke-surface ${isTop ? 'fill-sun' : 'fill-azure'}` : 'stroke-line-strong'}
            strokeDasharray={index < built ? undefined : '2 6'}
            d={d}
          />
        );
      })}
    </Picture>
  );
}

import type { ManagedServicesPage } from '#content/schema/service.ts';
import { BrickStack } from './brick-stack.tsx';

type Benefits = ManagedServicesPage['benefits'];

/** What each of the four figures looks like: costs, the hours of a month, three languages, the hours of a day. */
export function ServiceEvidence({ kind, greetings }: { kind: Kind; greetings: Benefits['greetings'] }) {
  if (kind === 'savings') return <BrickStack columns={5} rows={2} laid={4} rest="saved" />;
  if (kind === 'availability') return <MonthOfHours />;
  if (kind === 'response') return <OfficeDay />;
  return (
    <ul className="flex flex-wrap gap-2 font-heading text-lg font-bold">
      {greetings.map(({ language, text }) => (
        <li
          key={language}
          lang={language}
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          className="border-2 border-azure px-3 py-2 whitespace-nowrap"
        >
          {text}
        </li>
      ))}
    </ul>
  );
}
type Kind = Benefits['items'][number]['kind'];

/** 720 bricks, the hours of thirty days; of one, 0.72 is yellow: what 99,9 % leaves. */
function MonthOfHours() {
  return (
    <svg viewBox="0 0 360 108" aria-hidden="true" className="h-auto w-full">
      <pattern id="month-hours" width="9" height="12" patternUnits="userSpaceOnUse">
        <path className="fill-azure" d="M0 0h8v5h-8zM-4.5 6h8v5h-8zM4.5 6h8v5h-8z" />
      </pattern>
      <path fill="url(#month-hours)" d="M0 0h360v108H0z" />
      <path className="fill-sun stroke-night" strokeWidth="1.5" d="M251 35.2h7.5v6.6h-7.5z" />
    </svg>
  );
}

/** Ten hours of the office; the first answer comes after four on average. */
export function OfficeDay() {
  return (
    <svg viewBox="0 0 360 48" fill="none" aria-hidden="true" className="h-auto w-full">
      <path className="fill-azure" d="M0 6h33v36H0zM36 6h33v36H36zM72 6h33v36H72zM108 6h33v36h-33z" />
      <path
        className="stroke-azure"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        d="M147 7h211v34H147zM180.5 7v34M216.5 7v34M252.5 7v34M288.5 7v34M324.5 7v34"
      />
      <path className="stroke-sun" strokeWidth="4" d="M142.5 0v48" />
    </svg>
  );
}

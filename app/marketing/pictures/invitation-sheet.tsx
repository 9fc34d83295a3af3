import { Annotation, Sheet } from './sheet.tsx';
import type { ConsultationPage } from '#content/schema/form-pages.ts';

type InvitationSheetProps = ConsultationPage['invitation'] & {
  /** `9h00-10h00`, in order. */
  times: string[];
};

const opens = 9;
const closes = 17;
const hours = [9, 11, 13, 15, 17];

const hoursOf = (time: string) =>
  [...time.matchAll(/(\d+)h(\d+)/g)].map(([, hour, minute]) => Number(hour) + Number(minute) / 60);

/** The invitation that follows a booking, with the slots of a day on a scale of hours. */
export function InvitationSheet({ title, note, text, slots, annotation, times }: InvitationSheetProps) {
  const bars = times.map((time) => {
    const [start = opens, end = closes] = hoursOf(time);
    return { start, end };
  });
  return (
    <Sheet title={title} note={note} className="lg:ml-auto lg:max-w-md">
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{text}</span>
        <span className="text-sm font-medium">
          <Annotation>{annotation}</Annotation>
        </span>
      </p>
      <p className="mt-3 text-xs text-muted">{slots}</p>
      <div aria-hidden="true">
        <svg viewBox={`0 0 ${closes - opens} 2`} preserveAspectRatio="none" className="mt-2 block h-8 w-full">
          {bars.map(({ start, end }, index) => {
            // The last two slots overlap: one is drawn above the other.
            const isAfterOverlap = start < (bars[index - 1]?.end ?? 0);
            return (
              <rect
                key={start}
                x={start - opens}
                y={isAfterOverlap ? 1.1 : 0}
                width={end - start}
                height="0.8"
                className="fill-azure"
              />
            );
          })}
        </svg>
        <p className="mt-1 flex justify-between border-t border-line-strong pt-1 text-xs text-muted">
          {hours.map((hour) => (
            <span key={hour}>{`${hour}h`}</span>
          ))}
        </p>
      </div>
    </Sheet>
  );
}

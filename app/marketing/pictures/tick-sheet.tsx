import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Sheet } from './sheet.tsx';

type TickSheetProps = {
  title: string;
  note: string;
  /** With points, each of them has a box to tick; without, the item itself is ticked. */
  items: { title: string; text: string; points?: string[] }[];
};

/** A form of ours: what is agreed on before the work begins, or what has been checked. */
export function TickSheet({ title, note, items }: TickSheetProps) {
  return (
    <Sheet title={title} note={note} className="ground-sheet lg:max-w-none!">
      <ol>
        {items.map((item) => (
          <li key={item.title} className="break-inside-avoid not-first:rule-row">
            <PhoneDetails
              className="gap-x-12 py-4 lg:grid lg:grid-cols-[4fr_8fr] lg:py-6"
              title={
                <h3 className="flex gap-3 text-xl md:text-2xl">
                  {!item.points && <Icon name="check" className="size-6 stroke-3 text-azure md:mt-1" />}
                  {item.title}
                </h3>
              }
            >
              {item.points ? (
                <>
                  <p className="mt-2 max-w-prose text-muted lg:mt-1">{item.text}</p>
                  <ul className="mt-4 grid gap-x-8 gap-y-2.5 sm:grid-cols-2">
                    {item.points.map((point) => (
                      <li key={point} className="flex gap-3 text-sm">
                        <span
                          aria-hidden="true"
                          className="mt-0.5 size-4.5 shrink-0 border-2 border-line-strong md:mt-1"
                        />
                        <span className="min-w-0 text-balance">{point}</span>
                      </li>
                    ))}
                  </ul>
                </>
              ) : (
                <p className="mt-2 max-w-prose text-muted max-lg:pl-9 lg:mt-1">{item.text}</p>
              )}
            </PhoneDetails>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

import { Legend } from '#app/components/figures/legend.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { AuditPage } from '#content/schema/form-pages.ts';

type ReportPagesProps = Pick<AuditPage['report'], 'page' | 'note' | 'items'>;

/** What each page shows, in bricks: [what is there, what is not], drawn in a 126 × 45 frame. Three groups fill a third of it each. */
const drawings = [
  [
    'M0 0h30v13H0zM32 0h30v13H32zM64 0h30v13H64zM0 16h30v13H0zM32 16h30v13H32zM0 32h30v13H0z',
    'M64 16h30v13H64zM32 32h30v13H32zM64 32h30v13H64z',
  ],
  [
    'M0 0h24v13H0zM26 0h24v13H26zM52 0h24v13H52zM78 0h24v13H78zM0 16h24v13H0zM26 16h24v13H26zM52 16h24v13H52zM0 32h24v13H0zM26 32h24v13H26zM52 32h24v13H52zM78 32h24v13H78z',
    'M78 16h24v13H78zM104 0h22v13h-22zM104 16h22v13h-22zM104 32h22v13h-22z',
  ],
  // As severe as its bricks are many, as on the first page.
  [
    'M0 0h40v13H0zM0 16h40v13H0zM0 32h40v13H0zM43 16h40v13H43zM43 32h40v13H43zM86 32h40v13H86z',
    'M43 0h40v13H43zM86 0h40v13H86zM86 16h40v13H86z',
  ],
  ['M0 21h126v3H0zM16 8h8v29h-8zM59 8h8v29h-8zM102 8h8v29h-8z', ''],
  [
    'M0 0h20v20H0zM26 0h20v20H26zM78 0h20v20H78zM0 25h20v20H0zM52 25h20v20H52zM78 25h20v20H78zM104 0h20v20h-20z',
    'M52 0h20v20H52zM26 25h20v20H26zM104 25h20v20h-20z',
  ],
  [
    'M0 0h40v13H0zM43 0h40v13H43zM86 0h40v13H86zM0 16h20v13H0zM23 16h40v13H23zM0 32h40v13H0zM86 32h40v13H86z',
    'M66 16h40v13H66zM109 16h17v13h-17zM43 32h40v13H43z',
  ],
  [
    'M0 0h10v45H0zM14.5 0h10v45h-10zM29 0h10v45H29zM43.5 0h10v45h-10zM58 0h10v45H58zM72.5 0h10v45h-10zM87 0h10v45H87z',
    'M101.5 0h10v45h-10zM116 0h10v45h-10z',
  ],
  ['M0 32h40v13H0zM43 32h40v13H43zM86 32h40v13H86zM23 16h40v13H23zM66 16h40v13H66zM43 0h40v13H43z', ''],
] as const;

/** The pages of a report side by side, each with what it says: on a phone, when it is pressed. */
export function ReportPages({ page, note, items }: ReportPagesProps) {
  return (
    <>
      <ol className="grid items-start gap-2 sm:grid-cols-2 md:items-stretch md:gap-4 lg:grid-cols-4 lg:gap-6">
        {items.map((item, index) => (
          <li key={item.title} className="ground-sheet flex flex-col break-inside-avoid border border-line p-4 md:p-5">
            <PhoneDetails
              title={
                <h3 className="grow text-xl">
                  <span className="block font-sans text-xs font-normal tracking-normal text-muted md:rule-head md:mb-4 md:pb-2">
                    {`${page} ${index + 1} `}
                  </span>
                  {item.title}
                </h3>
              }
            >
              <p className="mt-3 max-md:text-sm">{item.text}</p>
            </PhoneDetails>
            <div aria-hidden="true" className="mt-auto pt-6 max-md:hidden">
              <svg viewBox="-1 -1 128 47" className="w-full">
                <path className="fill-azure" d={drawings[index]?.[0]} />
                <path className="fill-none stroke-line-strong" strokeDasharray="2 3" d={drawings[index]?.[1]} />
              </svg>
              <div className="mt-2.5 min-h-6 lg:max-xl:min-h-11">
                <DrawingLegend labels={item.legend} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 text-sm text-muted max-md:hidden">{note}</p>
    </>
  );
}

/** One sentence, the two states of a brick, or the names of three groups under them. */
function DrawingLegend({ labels }: { labels: string[] }) {
  const [there, missing, third] = labels;
  if (there !== undefined && missing !== undefined && third === undefined) {
    const items = [
      { label: there, className: 'fill-azure' },
      { label: missing, className: 'fill-none stroke-line-strong' },
    ];
    return <Legend items={items} />;
  }
  return (
    <p className="flex text-xs text-muted">
      {labels.map((label) => (
        <span key={label} className={third && 'flex-1 text-center'}>
          {label}
        </span>
      ))}
    </p>
  );
}

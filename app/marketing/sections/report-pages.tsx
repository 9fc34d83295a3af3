import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type ReportPagesProps = { page: string; items: { title: string; text: string }[] };

/** What each page shows, in bricks: [what is there, what is not yet], drawn in a 126 × 45 frame. */
const drawings = [
  [
    'M0 0h30v13H0zM32 0h30v13H32zM64 0h30v13H64zM0 16h30v13H0zM32 16h30v13H32zM0 32h30v13H0z',
    'M64 16h30v13H64zM32 32h30v13H32zM64 32h30v13H64z',
  ],
  [
    'M0 0h24v13H0zM26 0h24v13H26zM52 0h24v13H52zM78 0h24v13H78zM0 16h24v13H0zM26 16h24v13H26zM52 16h24v13H52zM0 32h24v13H0zM26 32h24v13H26zM52 32h24v13H52zM78 32h24v13H78z',
    'M78 16h24v13H78zM104 0h22v13h-22zM104 16h22v13h-22zM104 32h22v13h-22z',
  ],
  ['M0 0h94v9H0zM0 12h62v9H0zM0 24h62v9H0zM0 36h30v9H0z', ''],
  ['M0 21h126v3H0zM14 8h8v29h-8zM58 8h8v29h-8zM102 8h8v29h-8z', ''],
  [
    'M0 0h20v20H0zM26 0h20v20H26zM78 0h20v20H78zM0 25h20v20H0zM52 25h20v20H52zM78 25h20v20H78zM104 0h20v20h-20z',
    'M52 0h20v20H52zM26 25h20v20H26zM104 25h20v20h-20z',
  ],
  [
    'M0 0h40v13H0zM43 0h40v13H43zM86 0h40v13H86zM0 16h20v13H0zM23 16h40v13H23zM0 32h40v13H0zM86 32h40v13H86z',
    'M66 16h40v13H66zM109 16h17v13h-17zM43 32h40v13H43z',
  ],
  ['M0 21h22v24H0zM26 14h22v31H26zM52 0h22v45H52zM78 10h22v35H78z', 'M104 30h22v15h-22z'],
  ['M0 32h40v13H0zM43 32h40v13H43zM86 32h40v13H86zM23 16h40v13H23zM66 16h40v13H66zM43 0h40v13H43z', ''],
] as const;

/** The pages of a report side by side, each with what it says: on a phone, when it is pressed. */
export function ReportPages({ page, items }: ReportPagesProps) {
  return (
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
          <svg viewBox="-1 -1 128 47" aria-hidden="true" className="mt-auto w-full pt-6 max-md:hidden">
            <path className="fill-azure" d={drawings[index]?.[0]} />
            <path className="fill-none stroke-line-strong" strokeDasharray="2 3" d={drawings[index]?.[1]} />
          </svg>
        </li>
      ))}
    </ol>
  );
}

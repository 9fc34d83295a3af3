import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type ReportPagesProps = { page: string; items: { title: string; text: string }[] };

/** What each page shows, drawn in a 120 × 36 frame. */
const drawings = [
  'M0 0h96v7H0zM0 14h64v7H0zM0 28h36v7H0z',
  'M0 0h20v14H0zM26 0h20v14H26zM52 0h20v14H52zM78 0h20v14H78zM0 21h20v14H0zM26 21h20v14H26zM52 21h20v14H52z',
  'M0 0h14v7H0zM17 0h14v7H17zM34 0h14v7H34zM0 14h14v7H0zM17 14h14v7H17zM0 28h14v7H0z',
  'M0 16h120v3H0zM12 8h6v19h-6zM56 8h6v19h-6zM102 8h6v19h-6z',
  'M0 0h14v14H0zM24 0h14v14H24zM48 0h14v14H48zM72 0h14v14H72zM0 21h14v14H0zM24 21h14v14H24z',
  'M0 0h9v9H0zM16 2h80v5H16zM0 13h9v9H0zM16 15h60v5H16zM0 26h9v9H0zM16 28h70v5H16z',
  'M0 21h12v14H0zM17 14h12v21H17zM34 0h12v35H34zM51 10h12v25H51zM68 24h12v11H68z',
  'M0 0h34v7H0zM24 14h50v7H24zM60 28h60v7H60z',
];

/** The pages of a report side by side, each with what it says: on a phone, when it is pressed. */
export function ReportPages({ page, items }: ReportPagesProps) {
  return (
    <ol className="grid items-start gap-2 sm:grid-cols-2 md:items-stretch md:gap-4 lg:grid-cols-4 lg:gap-6">
      {items.map((item, index) => (
        <li key={item.title} className="ground-sheet break-inside-avoid border border-line p-4 md:p-5 lg:min-h-96">
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
            <svg viewBox="0 0 120 36" aria-hidden="true" className="mt-4 h-9 w-30">
              <path className="fill-azure" d={drawings[index]} />
            </svg>
            <p className="mt-4 text-sm text-muted">{item.text}</p>
          </PhoneDetails>
        </li>
      ))}
    </ol>
  );
}

import { Icon } from '#app/components/ui/icon.tsx';

/** The sections of a long page, as links. */
export function PageSummary({ label, links }: { label: string; links: { label: string; to: string }[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap justify-between gap-x-2 text-sm font-semibold sm:justify-start sm:gap-x-8">
        {links.map((link) => (
          <li key={link.to}>
            <a
              href={link.to}
              className="inline-flex min-h-11 items-center gap-1 text-azure underline-offset-4 hover:underline"
            >
              {link.label}
              <Icon name="arrow-down" className="size-4 max-sm:hidden" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

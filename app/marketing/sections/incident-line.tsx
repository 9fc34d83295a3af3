type IncidentLineProps = {
  question: string;
  phone: { label: string; href: string };
  /** Leads to what to do until somebody answers. */
  link: { label: string; to: string };
  /** The label on a phone, where all of it has to fit on one line. */
  shortLabel: string;
};

const linkClass = 'inline-flex min-h-11 items-center whitespace-nowrap underline underline-offset-4 hover:no-underline';

/** Directly under the header, where people arrive in an emergency. */
export function IncidentLine({ question, phone, link, shortLabel }: IncidentLineProps) {
  return (
    <div className="border-b border-danger/30 bg-danger-tint text-sm text-danger print:hidden">
      <p className="wrap flex flex-wrap items-center gap-x-3 sm:gap-x-4">
        <strong className="whitespace-nowrap max-[23rem]:sr-only">{question}</strong>
        <a href={phone.href} className={`${linkClass} font-semibold`}>
          {phone.label}
        </a>
        <span aria-hidden="true" className="max-sm:hidden">
          ·
        </span>
        <a href={link.to} className={linkClass}>
          <span className="sm:hidden">{shortLabel}</span>
          <span className="max-sm:hidden">{link.label}</span>
        </a>
      </p>
    </div>
  );
}

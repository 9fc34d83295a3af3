type IncidentLineProps = {
  question: string;
  phone: { label: string; href: string };
  link: { label: string; to: string };
};

/** Directly under the header, where people arrive in an emergency. */
export function IncidentLine({ question, phone, link }: IncidentLineProps) {
  return (
    <div className="border-b border-danger/30 bg-danger-tint text-sm text-danger print:hidden">
      <p className="wrap flex min-h-11 flex-wrap items-center gap-x-4 py-1.5">
        <strong>{question}</strong>
        <a href={phone.href} className="py-1 font-semibold whitespace-nowrap underline underline-offset-4">
          {phone.label}
        </a>
        <a href={link.to} className="py-1 underline underline-offset-4">
          {link.label}
        </a>
      </p>
    </div>
  );
}

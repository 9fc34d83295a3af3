import type { ReactNode } from 'react';

type PartnerStripProps = { label: string; partners: { name: string; mark: ReactNode; note?: string | undefined }[] };

/** Loops once in 20 s (product §9); the second, hidden half makes the loop seamless. */
export function PartnerStrip({ label, partners }: PartnerStripProps) {
  const half = (isCopy: boolean) => (
    <ul className="partner-half" aria-hidden={isCopy || undefined}>
      {partners.map((partner) => (
        <li key={partner.name}>
          {partner.mark}
          {partner.note && <span className="text-sm text-muted max-sm:block lg:block"> {partner.note}</span>}
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-7 grid items-baseline gap-x-8 gap-y-1 border-t border-line pt-5 lg:mt-16 lg:grid-cols-5 lg:pt-8">
      <p id="partners-label" className="text-sm text-muted">
        {label}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to stop it as a pointer does */}
      <div className="partner-strip lg:col-span-4" tabIndex={0} role="group" aria-labelledby="partners-label">
        <div className="partner-track">
          {half(false)}
          {half(true)}
        </div>
      </div>
    </div>
  );
}

import { Unbroken } from '#app/components/ui/unbroken.tsx';
import type { ContactPage } from '#content/schema/form-pages.ts';
import type { Site } from '#content/schema/site.ts';
import { OfficeHour } from './office-hour.tsx';

type OfficeCardProps = {
  copy: ContactPage['office'];
  office: Site['office'];
  phoneHref: string;
  states: Site['officeHours']['states'];
};

export function OfficeCard({ copy, office, phoneHref, states }: OfficeCardProps) {
  const rows = [
    {
      label: copy.addressLabel,
      value: <Unbroken>{`${office.address}, ${office.postal} ${office.city}, ${office.country}`}</Unbroken>,
    },
    { label: copy.emailLabel, value: <a href={`mailto:${office.email}`}>{office.email}</a> },
    { label: copy.hoursLabel, value: <Unbroken>{office.hours}</Unbroken> },
  ];
  return (
    <div className="border-t-2 border-ink pt-5">
      <h2 className="text-xl">{copy.title}</h2>
      <p className="mt-2">
        <a
          href={phoneHref}
          className="inline-block py-0.5 font-heading text-3xl md:max-lg:text-2xl font-bold tracking-tight whitespace-nowrap underline decoration-2 underline-offset-6 hover:text-azure"
        >
          <span className="sr-only">{`${copy.phoneLabel}\u00A0: `}</span>
          {office.phone}
        </a>
      </p>
      <OfficeHour
        {...copy.now}
        states={states}
        longest={copy.now.sentence.replace('%s', states.tomorrow).replace('%s', '00\u00A0h\u00A000')}
        className="mt-2 font-medium"
      />
      <dl className="mt-1 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {rows.map((row) => (
          <div key={row.label} className="col-span-full grid grid-cols-subgrid items-baseline max-sm:mt-1">
            <dt className="text-sm text-muted">{row.label}</dt>
            <dd className="font-medium [&>a]:inline-block [&>a]:py-0.5 [&>a]:underline [&>a]:underline-offset-4">
              {row.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

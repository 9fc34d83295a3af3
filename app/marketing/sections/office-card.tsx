import { Unbroken } from '#app/components/ui/unbroken.tsx';
import type { ContactPage } from '#content/schema/form-pages.ts';
import type { Site } from '#content/schema/site.ts';

type OfficeCardProps = { copy: ContactPage['office']; office: Site['office']; phoneHref: string };

export function OfficeCard({ copy, office, phoneHref }: OfficeCardProps) {
  const rows = [
    {
      label: copy.addressLabel,
      value: <Unbroken>{`${office.address}, ${office.postal} ${office.city}, ${office.country}`}</Unbroken>,
    },
    { label: copy.phoneLabel, value: <a href={phoneHref}>{office.phone}</a> },
    { label: copy.emailLabel, value: <a href={`mailto:${office.email}`}>{office.email}</a> },
    { label: copy.hoursLabel, value: <Unbroken>{office.hours}</Unbroken> },
  ];
  return (
    <div className="border-t-2 border-ink pt-5">
      <h2 className="text-xl">{copy.title}</h2>
      <dl className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
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

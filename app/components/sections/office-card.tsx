import { Icon } from '../ui/icon.tsx';

type OfficeCardProps = {
  copy: { title: string; hoursLabel: string; phoneLabel: string; emailLabel: string; addressLabel: string };
  office: {
    city: string;
    address: string;
    postal: string;
    country: string;
    phone: string;
    email: string;
    hours: string;
  };
  phoneHref: string;
};

export function OfficeCard({ copy, office, phoneHref }: OfficeCardProps) {
  const rows = [
    {
      icon: 'map-pin',
      label: copy.addressLabel,
      value: `${office.address}, ${office.postal} ${office.city}, ${office.country}`,
    },
    { icon: 'phone', label: copy.phoneLabel, value: <a href={phoneHref}>{office.phone}</a> },
    { icon: 'mail', label: copy.emailLabel, value: <a href={`mailto:${office.email}`}>{office.email}</a> },
    { icon: 'clock', label: copy.hoursLabel, value: office.hours },
  ];
  return (
    <div className="rounded-lg border border-line bg-surface p-6">
      <h2 className="text-xl">{copy.title}</h2>
      <dl className="mt-5 grid gap-4">
        {rows.map((row) => (
          // A <dl> may contain only terms and descriptions: the icon is inside the term.
          <div key={row.label} className="relative pl-8">
            <dt className="text-sm text-muted">
              <Icon name={row.icon} className="absolute top-0.5 left-0 size-5 text-sea-ink" />
              {row.label}
            </dt>
            <dd className="font-medium break-words [&>a]:underline [&>a]:underline-offset-4">{row.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';

type OfficeCardProps = {
  words: { title: string; hoursLabel: string; phoneLabel: string; emailLabel: string; addressLabel: string };
  office: { city: string; address: string; postal: string; country: string; phone: string; email: string; hours: string };
  phoneHref: string;
};

export function OfficeCard({ words, office, phoneHref }: OfficeCardProps) {
  const rows = [
    { icon: 'map-pin', label: words.addressLabel, value: `${office.address}, ${office.postal} ${office.city}, ${office.country}` },
    { icon: 'phone', label: words.phoneLabel, value: <a href={phoneHref}>{office.phone}</a> },
    { icon: 'mail', label: words.emailLabel, value: <a href={`mailto:${office.email}`}>{office.email}</a> },
    { icon: 'clock', label: words.hoursLabel, value: office.hours },
  ];
  return (
    <Card>
      <h2 className="text-xl">{words.title}</h2>
      <dl className="mt-5 grid gap-4">
        {rows.map((row) => (
          <div key={row.label} className="flex gap-3">
            <Icon name={row.icon} className="mt-0.5 size-5 text-sea-ink" />
            <div className="min-w-0">
              <dt className="text-sm text-muted">{row.label}</dt>
              <dd className="font-medium break-words [&>a]:underline [&>a]:underline-offset-4">{row.value}</dd>
            </div>
          </div>
        ))}
      </dl>
    </Card>
  );
}

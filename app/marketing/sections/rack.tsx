import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type RackProps = { items: { title: string; text: string }[] };

/** What an installation brings, as the units of its rack, each labelled and wired to what it means: on a phone, when it is pressed. */
export function Rack({ items }: RackProps) {
  return (
    <ul className="grid gap-y-3 md:gap-y-6 lg:gap-y-0">
      {items.map((item) => (
        <li key={item.title} className="break-inside-avoid">
          <PhoneDetails
            className="lg:grid lg:grid-cols-2 lg:items-center"
            title={<h3 className="rack-unit grow text-xl">{item.title}</h3>}
          >
            <p className="rack-wire text-muted max-lg:mt-3 lg:py-4">{item.text}</p>
          </PhoneDetails>
        </li>
      ))}
    </ul>
  );
}

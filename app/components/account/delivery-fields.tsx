import { useId } from 'react';
import { CompactSelect } from '#app/components/data-list/compact-select.tsx';
import { deliveries, type Delivery, type NotificationEvent, withoutDigest } from '#contract/notifications.ts';

type DeliveryFieldsProps = {
  preferences: readonly { event: NotificationEvent; delivery: Delivery }[];
  copy: { events: Record<NotificationEvent, string>; deliveries: Record<Delivery, string> };
  onChoose: (event: NotificationEvent, delivery: Delivery) => void;
};

/** How somebody learns of each event: a row for each. */
export function DeliveryFields({ preferences, copy, onChoose }: DeliveryFieldsProps) {
  const id = useId();
  return (
    <ul className="-my-2 divide-y divide-line sm:col-span-2">
      {preferences.map(({ event, delivery }) => (
        <li key={event} className="grid items-center gap-x-6 gap-y-1 py-2 sm:grid-cols-[minmax(0,20rem)_17rem]">
          <label htmlFor={`${id}${event}`} className="text-sm font-medium">
            {copy.events[event]}
          </label>
          <CompactSelect
            id={`${id}${event}`}
            name={event}
            value={delivery}
            onChange={({ target }) => {
              const chosen = deliveries.find((one) => one === target.value);
              if (chosen !== undefined) onChoose(event, chosen);
            }}
          >
            {deliveries
              .filter((value) => value !== 'digest' || !withoutDigest.includes(event))
              .map((value) => (
                <option key={value} value={value}>
                  {copy.deliveries[value]}
                </option>
              ))}
          </CompactSelect>
        </li>
      ))}
    </ul>
  );
}

import { useId } from 'react';
import { CompactSelect } from '#app/components/data-list/compact-select.tsx';
import { deliveries, type Delivery, type NotificationEvent, withoutDigest } from '#contract/notifications.ts';

type DeliveryFieldsProps = {
  preferences: readonly { event: NotificationEvent; delivery: Delivery }[];
  copy: { events: Record<NotificationEvent, string>; deliveries: Record<Delivery, string> };
  onChoose: (event: NotificationEvent, delivery: Delivery) => void;
};

/** How somebody learns of each event. */
export function DeliveryFields({ preferences, copy, onChoose }: DeliveryFieldsProps) {
  const id = useId();
  return (
    <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {preferences.map(({ event, delivery }) => (
        <li key={event} className="grid content-between gap-1.5">
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

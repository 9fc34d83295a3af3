import { SelectField } from '#app/components/ui/field.tsx';
import { deliveries, type Delivery, type NotificationEvent, withoutDigest } from '#contract/notifications.ts';

type DeliveryFieldsProps = {
  preferences: readonly { event: NotificationEvent; delivery: Delivery }[];
  copy: { events: Record<NotificationEvent, string>; deliveries: Record<Delivery, string> };
  onChoose: (event: NotificationEvent, delivery: Delivery) => void;
};

/** How somebody learns of each event. */
export function DeliveryFields({ preferences, copy, onChoose }: DeliveryFieldsProps) {
  const optionsFor = (event: NotificationEvent) =>
    deliveries
      .filter((value) => value !== 'digest' || !withoutDigest.includes(event))
      .map((value) => ({ value, label: copy.deliveries[value] }));
  return preferences.map(({ event, delivery }) => (
    <SelectField
      key={event}
      name={event}
      label={copy.events[event]}
      options={optionsFor(event)}
      value={delivery}
      onChange={({ target }) => {
        const chosen = deliveries.find((one) => one === target.value);
        if (chosen !== undefined) onChoose(event, chosen);
      }}
    />
  ));
}

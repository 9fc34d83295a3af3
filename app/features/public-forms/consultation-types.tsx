import { Icon } from '#app/components/ui/icon.tsx';
import type { ConsultationPage } from '#content/schema/pages.ts';

type ConsultationTypesProps = { legend: string; types: ConsultationPage['types']['items'] };

/** A real radio group in a card's clothes: arrows move, Space selects, and it is sent with the form. */
export function ConsultationTypes({ legend, types }: ConsultationTypesProps) {
  return (
    <fieldset>
      <legend className="mb-3 text-sm font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {types.map((type) => (
          <label
            key={type.value}
            className="group relative flex cursor-pointer gap-4 rounded-lg border border-line-strong bg-surface p-5 transition-colors hover:border-azure has-checked:border-azure has-checked:bg-tint has-checked:ring-1 has-checked:ring-azure has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure"
          >
            <input type="radio" name="consultationType" value={type.value} className="sr-only" />
            <Icon name={type.icon} className="mt-0.5 size-6 text-azure" />
            <span className="min-w-0 pr-6">
              <span className="block font-semibold">{type.title}</span>
              <span className="block text-sm font-medium text-sea-ink">{type.minutes} minutes</span>
              <span className="mt-1 block text-sm text-muted">{type.text}</span>
            </span>
            <span className="absolute top-4 right-4 hidden size-6 place-items-center rounded-full bg-azure text-on-azure group-has-checked:grid">
              <Icon name="check" className="size-4" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

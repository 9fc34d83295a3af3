import { Eyebrow } from '#app/components/sections/section.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ConsultationPage } from '#content/schema/pages.ts';

/** A native radio group styled as cards. */
export function ConsultationTypes({ eyebrow, title, lead, items }: ConsultationPage['types']) {
  return (
    <fieldset aria-labelledby="consultation-types-title" aria-describedby="consultation-types-lead">
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <h2 id="consultation-types-title" className="text-2xl">
        {title}
      </h2>
      <p id="consultation-types-lead" className="mt-2 mb-6 text-muted">
        {lead}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {items.map((type) => (
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

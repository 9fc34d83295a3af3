import type { ConsultationPage } from '#content/schema/form-pages.ts';
import { Annotation, Sheet } from './sheet.tsx';

/** The invitation that follows a booking. */
export function InvitationSheet({ title, note, text, sent, annotation, rows }: ConsultationPage['invitation']) {
  return (
    <Sheet title={title} note={note}>
      <p className="mt-3 font-semibold">{text}</p>
      <dl className="mt-2 text-sm">
        {[{ label: sent, text: <Annotation>{annotation}</Annotation> }, ...rows].map((row) => (
          <div key={row.label} className="rule-row grid grid-cols-[4.5rem_1fr] gap-x-3 py-1 last:pb-0">
            <dt className="text-muted">{row.label}</dt>
            <dd className="font-medium">{row.text}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

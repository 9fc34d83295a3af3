import type { Notice } from '#content/schema/pages.ts';

/** The information that GDPR article 13 requires where data is collected. */
export function FormNotice({ summary, more, details, noScript }: Notice) {
  return (
    <div className="text-xs text-muted">
      <p>{summary}</p>
      <details className="mt-2">
        <summary className="inline-block py-1 underline underline-offset-4">{more}</summary>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5">
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <noscript>
        <p className="mt-2 font-semibold text-ink">{noScript}</p>
      </noscript>
    </div>
  );
}

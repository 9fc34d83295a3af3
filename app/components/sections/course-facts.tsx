/** The facts that French law on training quality requires to be published. */
export function CourseFacts({ facts }: { facts: { label: string; text: string }[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line print:columns-2 print:gap-8 print:divide-y-0 print:border-0">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="grid gap-x-10 gap-y-1 py-4 sm:grid-cols-[14rem_1fr] print:block print:break-inside-avoid print:py-0.5"
        >
          <dt className="font-semibold">{fact.label}</dt>
          <dd className="max-w-prose text-muted print:max-w-none">{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}

import { Annotation, Sheet } from './sheet.tsx';
import type { ManagedServicesPage } from '#content/schema/service.ts';

type MonthlyPageProps = ManagedServicesPage['monthlyPage'];

/** The first page of the monthly report, for somebody who reads one page. */
export function MonthlyPage({ title, note, commitments, days, done, risk, decision }: MonthlyPageProps) {
  return (
    <Sheet title={title} note={note}>
      <ul className="mt-4 grid grid-cols-2 gap-x-6">
        {commitments.map((item) => (
          <li key={item.label}>
            <span className="block text-sm font-semibold">{item.label}</span>
            <span className="block font-heading text-3xl font-bold tracking-tighter">{item.promise}</span>
            <span className="block text-sm">{item.result}</span>
            <span className="block text-sm text-muted">{item.page}</span>
          </li>
        ))}
      </ul>
      <svg viewBox="0 0 300 12" preserveAspectRatio="none" aria-hidden="true" className="mt-5 h-5 w-full fill-azure">
        <path d={Array.from({ length: 30 }, (_, day) => `M${day * 10} 0h8.6v12h-8.6z`).join('')} />
      </svg>
      <p className="mt-1.5 text-xs text-muted">{days}</p>
      <dl className="mt-4 grid gap-3 border-t border-line pt-4 text-sm">
        {[done, risk].map((item) => (
          <div key={item.label}>
            <dt className="font-semibold">{item.label}</dt>
            <dd className="text-balance text-muted">{item.text}</dd>
          </div>
        ))}
        <div className="border-t border-line pt-3">
          <dt className="font-semibold">{decision.label}</dt>
          <dd className="mt-1 text-balance">
            <Annotation>{decision.text}</Annotation>
            <span className="mt-2 flex gap-5">
              {decision.choices.map((choice) => (
                <span key={choice} className="flex items-center gap-2">
                  <span aria-hidden="true" className="size-4 border border-line-strong" />
                  {choice}
                </span>
              ))}
            </span>
          </dd>
        </div>
      </dl>
    </Sheet>
  );
}

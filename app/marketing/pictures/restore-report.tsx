import type { ReactNode } from 'react';
import { Annotation, Sheet } from './sheet.tsx';
import type { CybersecurityPage } from '#content/schema/service.ts';

type RestoreReportProps = CybersecurityPage['restoreReport'];

/** The report of a restore test: what was restored, whether it was in time, and who signed. */
export function RestoreReport({
  title,
  note,
  subject,
  rows,
  agreed,
  measured,
  finding,
  signatures,
}: RestoreReportProps) {
  return (
    <Sheet title={title} note={note}>
      <p className="mt-4 font-heading text-2xl font-bold">{subject}</p>
      <dl className="mt-4 divide-y divide-line border-b border-line text-sm">
        {rows.map((row) => (
          <Row key={row.label} label={row.label}>
            {row.value}
          </Row>
        ))}
      </dl>
      <div className="mt-4 grid gap-1.5 text-sm">
        <p>{agreed}</p>
        <span className="h-3 border border-line-strong" />
        <p className="mt-1.5 font-semibold">{measured}</p>
        <span className="mr-[38%] h-3 border border-transparent bg-azure forced-colors:bg-[Highlight]" />
      </div>
      <dl className="mt-4 border-y border-line text-sm">
        <Row label={finding.label}>
          <Annotation>{finding.value}</Annotation>
        </Row>
      </dl>
      <div className="mt-5 grid grid-cols-2 gap-x-8 text-xs text-muted">
        {signatures.map((signature, index) => (
          <div key={signature}>
            <Signature index={index} />
            <p className="border-t border-line-strong pt-1">{signature}</p>
          </div>
        ))}
      </div>
    </Sheet>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="gap-x-4 py-2 sm:max-lg:grid sm:grid-cols-[8.5rem_1fr] xl:grid">
      <dt className="text-muted">{label}</dt>
      <dd className="text-balance">{children}</dd>
    </div>
  );
}

const strokes = [
  'M4 28c8-18 16-24 17-12s-6 16-2 12 10-14 14-12-4 12 2 10 8-12 14-10 0 10 10 8 26-6 40-8',
  'M4 22c10-14 22-18 22-8S10 34 14 26s22-22 28-20-10 22-2 20 14-14 18-12-2 10 6 8 22-12 36-12',
];

function Signature({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 110 36" fill="none" strokeLinecap="round" aria-hidden="true" className="h-9 w-28 max-w-full">
      <path className="stroke-azure" strokeWidth="2" vectorEffect="non-scaling-stroke" d={strokes[index]} />
    </svg>
  );
}

/** The ten office days of the two weeks at most: a call, the readings, the analysis and the meeting at the end. */
const parts = ['M1 8h6v24h-6z', ...[0, 1, 2].map(stretch)];

function stretch(at: number) {
  const count = at === 2 ? 1 : 4;
  return Array.from({ length: count }, (_, day) => `M${1 + day * 44} 8h40v24h-40z`).join('');
}

type AuditTimelineProps = { step: number };

/** The days of one step, on the line of all of them. */
export function AuditTimeline({ step }: AuditTimelineProps) {
  return (
    <svg viewBox="0 0 176 36" aria-hidden="true" className="h-9 w-44 overflow-visible">
      <path className="stroke-line-strong" strokeDasharray="1 5" strokeWidth="2" d="M0 34h176" />
      <path className={step === 0 || step === 3 ? 'fill-sun' : 'fill-azure'} d={parts[step]} />
    </svg>
  );
}

/** The document with which a step ends. */
export function StepDocument({ title, step }: { title: string; step: number }) {
  return (
    <div className="w-44 border border-line bg-surface px-4 pt-4 pb-5 shadow-card print:shadow-none">
      <p className="rule-head min-h-14 pb-2 font-heading leading-tight font-bold text-balance">{title}</p>
      <svg viewBox="0 0 120 52" aria-hidden="true" className="mt-3 h-auto w-full">
        <path className="fill-line-strong" d="M0 0h110v4H0zM0 12h96v4H0zM0 24h104v4H0zM0 36h70v4H0z" />
        <path className="fill-azure" d={`M0 ${step * 12}h${[110, 96, 104, 70][step] ?? 110}v4H0z`} />
        <path className="fill-sun" d="M104 44h16v8h-16z" />
      </svg>
    </div>
  );
}

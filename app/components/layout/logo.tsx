// Rendered once: memoized, it would be larger and no faster.
'use no memo';

/** The brand's line as a shield: the bay below, the rampart on top. */
export function LogoMark({ className = 'h-9 w-auto' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 44"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeWidth="4.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path className="stroke-sea" d="M4 10v15a16 16 0 0 0 32 0" />
      <path className="stroke-azure" d="M36 25V4h-8v9h-8V4h-8v9" />
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-heading text-[1.3125rem] font-bold tracking-tight text-ink">
      <LogoMark className="h-8 w-auto" />
      <bdi>{name}</bdi>
    </span>
  );
}

/** The signature as a shield: the bay is its hull, the rampart its crest, and one line draws both. */
export function LogoMark({ className = 'h-9 w-auto' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeWidth="4.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path className="stroke-sea" d="M4 15v5a16 16 0 0 0 32 0" />
      <path className="stroke-azure" d="M36 20V5h-8v8h-8V5h-8v8" />
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-heading text-[1.3125rem] font-bold tracking-tight text-ink">
      <LogoMark className="h-8 w-auto" />
      {name}
    </span>
  );
}

/** The signature: the curve of the bay that turns into the stepped line of a rampart. */
export function LogoMark({ className = 'h-9 w-auto' }: { className?: string }) {
  return (
    <svg viewBox="0 0 56 40" aria-hidden="true" className={className} fill="none" strokeWidth="4.5" strokeLinejoin="round" strokeLinecap="round">
      <path className="stroke-sea" d="M4 10C5 25 14 33 27 33" />
      <path className="stroke-azure" d="M27 33V14h6v6h6v-6h6v6h6v13" />
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

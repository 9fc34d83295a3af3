// Rendered once: memoized, it would be larger and no faster.
'use no memo';

import { classNames } from './class-names.ts';

/** Needs a label unless there is text beside it. */
export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  return (
    <span
      role={label === undefined ? undefined : 'status'}
      className={classNames('inline-block shrink-0 text-azure', className)}
    >
      <svg
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className="size-full animate-spin"
        strokeWidth="3"
        strokeLinecap="round"
      >
        <circle cx="12" cy="12" r="9" className="stroke-line" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" />
      </svg>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}

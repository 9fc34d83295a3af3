import { classNames } from '../ui/class-names.ts';

/** Our own symbols, never a partner's logo. */
const marks = {
  cloud: (
    <>
      <path className="stroke-azure" d="M11 34a9 9 0 0 1 .5-18 11.5 11.5 0 0 1 22-2.5A10.3 10.3 0 0 1 31 34z" />
      <path className="stroke-sea" d="M13 27h5v-4h5v-4h5" />
    </>
  ),
  certificate: (
    <>
      <path className="fill-tint stroke-sea" d="M14 25v14l7-5 7 5V25" />
      <circle className="fill-surface stroke-azure" cx="21" cy="17" r="13" />
      <path className="stroke-azure" d="M15.5 17l4 4 7-8" />
    </>
  ),
  network: (
    <>
      <path className="stroke-sea" d="M9 31V21h12V11M21 21h12v10" />
      <path className="stroke-azure" d="M17 3h8v8h-8zM5 31h8v8H5zM29 31h8v8h-8z" />
    </>
  ),
  backup: (
    <>
      <path className="stroke-azure" d="M5 15V9h8v5h8V9h8v5h8v25H5z" />
      <path className="stroke-sea" d="M15 26.5l5 5 8-9.5" />
    </>
  ),
};

type PartnerMarkProps = { mark: keyof typeof marks; name: string; className?: string };

/** The picture is hidden from screen readers: the name beside it is text. */
export function PartnerMark({ mark, name, className }: PartnerMarkProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-3 font-heading text-xl font-bold tracking-tight text-ink',
        className,
      )}
    >
      <svg
        viewBox="0 0 42 42"
        aria-hidden="true"
        className="size-10 shrink-0"
        fill="none"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        {marks[mark]}
      </svg>
      {name}
    </span>
  );
}

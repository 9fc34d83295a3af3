import { honeypotField } from '#contract/leads.ts';

/** A field that only robots fill in. Not `hidden`, which they look for. The attributes keep browsers and password managers out of it. */
export function Trap({ label }: { label: string }) {
  return (
    <label aria-hidden="true" className="sr-only">
      {label}
      <input name={honeypotField} tabIndex={-1} autoComplete="off" data-1p-ignore data-bwignore data-lpignore="true" />
    </label>
  );
}

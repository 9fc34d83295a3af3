import type { VerifyPage } from '#content/schema/form-pages.ts';
import { Sheet } from './sheet.tsx';

type Mail = VerifyPage['signs']['mail'];

/** The number of a sign, on the mail and beside its explanation. */
export const SignNumber = ({ children }: { children: number }) => (
  <span className="inline-grid h-5 min-w-7 shrink-0 place-items-center bg-sun font-sans text-sm leading-none font-bold text-night">
    {children}
  </span>
);

/** A mail with a forged account, and on it the numbers of the signs that tell. */
export function ForgedMail({ title, note, subject, text, from }: Mail) {
  return (
    <Sheet title={title} note={note} size="sm">
      <p className="mt-3 font-heading text-lg leading-snug font-bold">
        <span className="sr-only">{`${subject.label}\u00A0: `}</span>
        <Marked number={1} marked={subject.text} />
      </p>
      <p className="mt-3 text-base">
        <Marked number={2} {...text} />
      </p>
      <p className="rule-row mt-4 py-3 text-muted">
        {`${from.label}\u00A0: `}
        <span className="text-ink">
          <Marked number={3} {...from} />
        </span>
      </p>
    </Sheet>
  );
}

type MarkedProps = { number: number; before?: string; marked: string; after?: string };

const Marked = ({ number, before, marked, after }: MarkedProps) => (
  <>
    {before}
    <span className="whitespace-nowrap underline decoration-sun decoration-3 underline-offset-4">{marked}</span>
    {after} <SignNumber>{number}</SignNumber>
  </>
);

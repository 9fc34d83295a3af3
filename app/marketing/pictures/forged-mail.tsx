import { Icon } from '#app/components/ui/icon.tsx';
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
export function ForgedMail({ title, note, subject, greeting, text, signature, attachment, from }: Mail) {
  return (
    <Sheet title={title} note={note}>
      <p className="mt-5 font-heading text-xl leading-snug font-bold">
        <span className="sr-only">{`${subject.label}\u00A0: `}</span>
        <Marked number={1} marked={subject.text} />
      </p>
      <p className="mt-5">{greeting}</p>
      <p className="mt-3">
        <Marked number={2} {...text} />
      </p>
      <p className="mt-3">{signature}</p>
      <p className="mt-5 inline-flex items-center gap-2 border border-line-strong px-3 py-1.5 text-sm font-semibold">
        <Icon name="file-text" />
        {attachment}
      </p>
      <p className="rule-row mt-5 pt-4 text-sm text-muted">
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

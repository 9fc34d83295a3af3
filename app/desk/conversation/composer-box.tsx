import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

/** What staff write: to the customer or prospect, or for the team. */
export type WrittenKind = 'reply' | 'note';
const kinds: WrittenKind[] = ['reply', 'note'];

type ComposerBoxProps = {
  kind: WrittenKind;
  copy: { label: string; kinds: Record<WrittenKind, string>; canned: string };
  onOpen: (kind: WrittenKind) => void;
  /** Opens the canned replies; without it, they have no button. */
  onChoose?: (() => void) | undefined;
  children: ReactNode;
};

/** Around what staff write, with its kinds and the canned replies. */
export function ComposerBox({ kind, copy, onOpen, onChoose, children }: ComposerBoxProps) {
  return (
    <section
      aria-label={copy.label}
      className={classNames('reply-box print:hidden', kind === 'note' && 'reply-box-note')}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label={copy.label} className="flex flex-wrap gap-1.5">
          {kinds.map((one) => (
            <button key={one} type="button" aria-pressed={one === kind} onClick={() => onOpen(one)} className="chip">
              {copy.kinds[one]} <kbd aria-hidden="true">{one === 'reply' ? 'r' : 'n'}</kbd>
            </button>
          ))}
        </div>
        {onChoose !== undefined && (
          <button type="button" onClick={onChoose} className="row-action flex items-center gap-2">
            {copy.canned}
            <kbd aria-hidden="true">m</kbd>
          </button>
        )}
      </div>
      {children}
    </section>
  );
}

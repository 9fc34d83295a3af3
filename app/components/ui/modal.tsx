import type { ReactNode, RefObject } from 'react';
import { Icon } from './icon.tsx';

type ModalProps = {
  ref: RefObject<HTMLDialogElement | null>;
  titleId: string;
  descriptionId?: string;
  heading: ReactNode;
  closeLabel: string;
  onClose?: () => void;
  children: ReactNode;
};

/** For the buttons at the end of a modal: in view while its content scrolls. */
export const modalFooterClass =
  'sticky bottom-0 -mx-6 -mb-6 border-t border-line bg-surface px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8 sm:py-6';

/** The browser's modal dialog: it traps focus, closes on Escape and restores focus. For public pages, without radix-ui. */
export function Modal({ ref, titleId, descriptionId, heading, closeLabel, onClose, children }: ModalProps) {
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={titleId}
      aria-describedby={descriptionId}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100vw-2rem))] overscroll-contain border border-line bg-surface p-0 text-ink shadow-float backdrop:bg-[rgb(6_16_31/0.68)]"
    >
      <div className="p-6 sm:p-8">
        <div className="flex items-start justify-between gap-4">
          {heading}
          <button
            type="button"
            aria-label={closeLabel}
            onClick={() => ref.current?.close()}
            className="-m-2 grid size-11 place-items-center rounded-md hover:bg-tint"
          >
            <Icon name="x" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

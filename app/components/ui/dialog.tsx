import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode, RefObject } from 'react';
import { useCommonCopy } from '#app/lib/portal-context.ts';
import { Icon } from './icon.tsx';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Receives focus when the dialog closes. */
  returnTo: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  children: ReactNode;
};

export function Dialog({ open, onOpenChange, title, description, returnTo, children }: DialogProps) {
  const { close } = useCommonCopy();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-overlay">
          <Radix.Content
            // A toast opened after the dialog is Radix's top layer: it alone receives Escape, and does not prevent the default.
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !event.defaultPrevented) onOpenChange(false);
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              (typeof returnTo === 'function' ? returnTo() : returnTo.current)?.focus();
            }}
            className="relative w-full max-w-xl animate-rise border border-line bg-surface p-5 shadow-float outline-none sm:p-7"
          >
            <Radix.Title className="pe-10 text-xl wrap-anywhere">
              <bdi>{title}</bdi>
            </Radix.Title>
            <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
            {children}
            <Radix.Close
              aria-label={close}
              className="absolute top-3.5 end-3.5 grid size-10 place-items-center rounded-md text-muted hover:bg-tint hover:text-ink print:hidden"
            >
              <Icon name="x" className="size-4.5" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

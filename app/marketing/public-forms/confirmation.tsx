import type { ReactNode, Ref } from 'react';

export type ConfirmationProps = {
  ref?: Ref<HTMLDivElement> | undefined;
  title: string;
  text: string;
  /** Whom to call until the reply comes. */
  call?: { text: string; phone: string };
  children?: ReactNode;
};

/** At the top of its form. Takes focus when it appears, so that it is scrolled to and screen readers announce it. */
export function Confirmation({ ref, title, text, call, children }: ConfirmationProps) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="status"
      className="scroll-mt-24 border-2 border-success bg-success-tint p-5 text-ink animate-rise sm:p-8"
    >
      <p className="font-heading text-3xl leading-tight font-bold tracking-tight">{title}</p>
      <p className="mt-2 text-lg">{text}</p>
      {call && (
        <p className="mt-4 border-t border-success pt-4">
          {call.text}{' '}
          <a
            href={`tel:${call.phone.replaceAll(/\s/g, '')}`}
            className="inline-block py-0.5 font-semibold whitespace-nowrap underline underline-offset-4"
          >
            {call.phone}
          </a>
        </p>
      )}
      {children}
    </div>
  );
}

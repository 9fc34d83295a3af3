import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

type PictureProps = {
  viewBox: string;
  /** The accessible name. Omit it only where the same information is beside the picture as text. */
  label?: string | undefined;
  className?: string | undefined;
  /** It fills the width and height of its class, whatever their ratio. */
  isStretched?: boolean;
  children: ReactNode;
};

/** The common style of all pictures: one stroke width, round joins, colours from the theme. */
export function Picture({ viewBox, label, className, isStretched = false, children }: PictureProps) {
  return (
    <svg
      viewBox={viewBox}
      preserveAspectRatio={isStretched ? 'none' : undefined}
      className={classNames('h-auto w-full', className)}
      fill="none"
      strokeWidth="2.25"
      strokeLinejoin="round"
      strokeLinecap="round"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {children}
    </svg>
  );
}

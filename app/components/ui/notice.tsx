// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type NoticeProps = { variant: 'success' | 'error' | 'info'; icon?: string; children: ReactNode };

const variants = {
  success: 'bg-success-tint text-success',
  error: 'bg-danger-tint text-danger',
  info: 'bg-tint text-ink',
};
const icons = { success: 'mail-check', error: 'circle-alert', info: 'lock' };

/** Stays in place, unlike the toast with the same message. */
export function Notice({ variant, icon = icons[variant], children }: NoticeProps) {
  return (
    <div className={classNames('flex gap-2.5 px-4 py-3 text-sm', variants[variant])}>
      <Icon name={icon} className="mt-0.5 size-4.5" />
      <div className="grid min-w-0 gap-1.5 wrap-anywhere">{children}</div>
    </div>
  );
}

export const noticeActionClass =
  'min-h-6 justify-self-start font-semibold underline underline-offset-4 disabled:opacity-60';

/** The live region is always in the page: a region that appears with its message is not announced. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message !== undefined && (
        <p className="flex gap-2 bg-danger-tint px-4 py-2.5 text-sm text-danger">
          <Icon name="circle-alert" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </p>
      )}
    </div>
  );
}

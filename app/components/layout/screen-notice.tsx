// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';

type ScreenNoticeProps = {
  picture: ComponentProps<typeof BrickPicture>['variant'];
  title: ReactNode;
  children: ReactNode;
  /** The way out. */
  to: string;
  action: string;
  /** Another way out. */
  other?: ReactNode;
};

/** In place of a screen: why it is not there, and where to go. */
export const ScreenNotice = ({ picture, title, children, to, action, other }: ScreenNoticeProps) => (
  <section className="mx-auto grid max-w-xl justify-items-center gap-4 border border-line bg-surface px-6 py-14 text-center">
    <BrickPicture variant={picture} />
    <h2 className="text-2xl">{title}</h2>
    <p className="text-muted">{children}</p>
    <div className="flex flex-wrap justify-center gap-2">
      <Link to={to} className={buttonClass('secondary', 'sm')}>
        {action}
      </Link>
      {other}
    </div>
  </section>
);

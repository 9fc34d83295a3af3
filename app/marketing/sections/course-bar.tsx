import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import type { Action } from './actions.tsx';

type CourseBarProps = { title: string; facts: string[]; action: Action };

/** Under the header from where the panel of facts has left the screen. On a phone, the action bar has the same link. */
export function CourseBar({ title, facts, action }: CourseBarProps) {
  return (
    <div className="sticky top-18 z-30 border-y border-line bg-paper max-nav:top-16 max-lg:hidden print:hidden">
      <p className="wrap flex min-h-14 items-center gap-x-6 text-sm">
        <span className="font-heading text-base font-bold">{title}</span>
        <span className="text-muted">{facts.join(' · ')}</span>
        <ActionLink to={action.to} className={buttonClass('primary', 'sm', 'ml-auto')}>
          {action.label}
        </ActionLink>
      </p>
    </div>
  );
}

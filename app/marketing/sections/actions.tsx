import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';

export type Action = { label: string; to: string };

/** At most two: primary and secondary. */
export function Actions({ actions, className }: { actions: Action[]; className?: string }) {
  return (
    <div className={classNames('flex flex-wrap gap-3 max-sm:*:grow print:hidden', className)}>
      {actions.map((action, index) => (
        <ActionLink key={action.label} to={action.to} className={buttonClass(index === 0 ? 'primary' : 'secondary')}>
          {action.label}
        </ActionLink>
      ))}
    </div>
  );
}

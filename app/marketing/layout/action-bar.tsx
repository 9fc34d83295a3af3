import { buttonClass } from '#app/components/ui/button.tsx';

type ActionBarProps = { call: { label: string; href: string }; action: { label: string; to: string } };

/** At the bottom of small screens, once the first screen has been scrolled away (app/marketing/islands/action-bar.ts). */
export function ActionBar({ call, action }: ActionBarProps) {
  return (
    <aside
      data-action-bar=""
      className="invisible fixed inset-x-0 bottom-0 z-30 translate-y-full border-t border-line bg-paper px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] transition-[transform,visibility] data-shown:visible data-shown:translate-y-0 lg:hidden print:hidden"
    >
      <div className="mx-auto grid max-w-lg grid-cols-2 gap-2">
        <a href={call.href} className={buttonClass('secondary')}>
          {call.label}
        </a>
        <a href={action.to} className={buttonClass('primary')}>
          {action.label}
        </a>
      </div>
    </aside>
  );
}

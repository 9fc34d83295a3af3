import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';

/** For public pages: main/web/islands/entry.ts handles the click. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-print="" className={buttonClass('secondary', 'sm', 'needs-script print:hidden')}>
      <Icon name="printer" className="size-4.5" />
      {label}
    </button>
  );
}

import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';

/** On public pages, whose script prints on a click (app/islands/entry.ts). */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-print="" className={buttonClass('secondary', 'sm', 'needs-script print:hidden')}>
      <Icon name="printer" className="size-4.5" />
      {label}
    </button>
  );
}

import { useHydrated } from '#app/lib/use-hydrated.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export function PrintButton({ label }: { label: string }) {
  const isHydrated = useHydrated();
  return (
    <Button
      look="secondary"
      size="sm"
      disabled={!isHydrated}
      onClick={() => window.print()}
      className="needs-script print:hidden"
    >
      <Icon name="printer" className="size-4.5" />
      {label}
    </Button>
  );
}

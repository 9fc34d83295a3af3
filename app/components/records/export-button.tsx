import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useCurrency } from '#app/lib/currency.ts';
import { formatCount } from '#app/lib/formats.ts';
import { toast } from '#app/lib/toast.ts';
import type { ListDefinition } from './definition.ts';
import { download, exportName, exportRows } from './export-rows.ts';
import type { ListView } from './list-view.ts';

type ExportButtonProps<Item> = { definition: ListDefinition<Item>; view: ListView; total: number };

export function ExportButton<Item>({ definition, view, total }: ExportButtonProps<Item>) {
  const currency = useCurrency();
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      const file = await exportRows(definition, view, { currency, signal: controller.signal, onProgress: setRows });
      download(file, exportName(definition.list));
    } catch {
      if (!controller.signal.aborted) {
        toast({ title: 'Export failed', text: 'The file could not be made. Please try again.', look: 'destructive' });
      }
    } finally {
      setRows(undefined);
    }
  };

  if (rows === undefined) {
    return (
      <Button look="secondary" size="sm" disabled={total === 0} onClick={() => void start()}>
        <Icon name="download" className="size-4" />
        Export CSV
      </Button>
    );
  }
  return (
    <Button look="secondary" size="sm" onClick={() => running.current?.abort()}>
      <Spinner className="size-4" />
      <span className="tabular-nums">
        {formatCount(rows)} of {formatCount(total)}
      </span>
      <span className="sr-only">rows exported.</span> Cancel
    </Button>
  );
}

import { useEffect, useState } from 'react';
import { useCommonCopy } from './portal-context.ts';
import { toast } from './toast.ts';

/** A dialog that is loaded after the page, so that it also opens when the network has failed meanwhile. */
export function usePreloaded<Module>(load: () => Promise<Module>) {
  const { error: title, errors } = useCommonCopy();
  const [module, setModule] = useState<Module>();
  useEffect(() => {
    load().then(
      (loaded) => setModule(() => loaded),
      () => {},
    );
  }, [load]);
  const whenLoaded = async (open: () => void) => {
    try {
      if (module === undefined) {
        const loaded = await load();
        setModule(() => loaded);
      }
      open();
    } catch {
      toast({ title, description: errors.notLoaded, variant: 'destructive' });
    }
  };
  return [module, whenLoaded] as const;
}

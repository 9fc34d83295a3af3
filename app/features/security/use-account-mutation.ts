import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#app/lib/api-client.ts';
import { useConfirmation } from './confirmation.tsx';

/**
 * Runs a change of the account: asks for confirmation where the server requires it, reports errors and refetches
 * the account's data.
 */
export function useAccountMutation() {
  const { confirm, onSignedOut } = useConfirmation();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();

  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const trigger = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIsBusy(true);
    setErrorMessage(undefined);
    try {
      return await work().catch(async (error: unknown) => {
        if (!isApiError(error, 'confirmation_required')) throw error;
        // Enabled again while the dialog is open: a disabled button cannot receive focus when it closes.
        setIsBusy(false);
        if (!(await confirm(trigger))) return undefined;
        setIsBusy(true);
        return work();
      });
    } catch (error) {
      if (isApiError(error, 'unauthorized')) onSignedOut();
      setErrorMessage(error instanceof Error ? error.message : 'Something went wrong. Please try again.');
      return undefined;
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey: ['security'] });
    }
  };
  return { run, isBusy, errorMessage };
}

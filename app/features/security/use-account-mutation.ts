import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#app/lib/api-client.ts';
import { useConfirmation } from './confirmation.tsx';

/**
 * Runs what changes the account: asks for the password first where the server wants it, says what went wrong, and fetches
 * anew what may have changed.
 */
export function useAccountMutation() {
  const { confirm, onSignedOut } = useConfirmation();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();

  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const asked = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIsBusy(true);
    setErrorMessage(undefined);
    try {
      return await work().catch(async (error: unknown) => {
        if (!isApiError(error, 'confirmation_required')) throw error;
        // Free again while the question stands before it: a button that is disabled cannot take the focus back.
        setIsBusy(false);
        if (!(await confirm(asked))) return undefined;
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

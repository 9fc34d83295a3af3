import { useEffect } from 'react';

/** The link in the verification mail ends on the home page (decisions.md). Only then is anything more fetched. */
export function useVerificationNotice(): void {
  useEffect(() => {
    const outcome = new URLSearchParams(window.location.search).get('verification');
    if (outcome !== null)
      void import('./verification-notice.ts').then(({ sayVerification }) => sayVerification(outcome));
  }, []);
}

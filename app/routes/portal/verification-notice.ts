import { toast } from '#app/lib/toast.ts';
import { verificationWords } from '#content/pages/verification.ts';

/** Says how the link in the verification mail ended, once: a reload of the page does not say it again. */
export function sayVerification(outcome: string | null): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
  if (outcome === 'done') toast(verificationWords.done);
  if (outcome === 'expired') {
    const { title, text, action } = verificationWords.expired;
    toast({ title, text, look: 'destructive', action: { ...action, to: `${action.to}?view=verify` } });
  }
}

import { api } from '#app/lib/api-client.ts';
import { authenticateWithPasskey } from '#app/lib/passkeys.ts';
import type { SignInCode } from '#contract/security.ts';
import { asApiError, type AuthStore, type Outcome, outcomeOf } from './auth.tsx';

// Not in the store, which the portal loads too.

type Store = Pick<AuthStore, 'completeSignIn'>;

/** `needsCode`: the password was correct and a second factor is required. */
export async function signIn(store: Store, email: string, password: string): Promise<Outcome & { needsCode: boolean }> {
  try {
    const response = await api.auth['sign-in'].password.$post({ json: { email, password } });
    if ('needsCode' in response) return { error: null, needsCode: true };
  } catch (error) {
    return { error: asApiError(error), needsCode: false };
  }
  return { ...(await store.completeSignIn()), needsCode: false };
}

export async function signInWithCode(store: Store, json: SignInCode): Promise<Outcome> {
  const outcome = await outcomeOf(api.auth['sign-in'].code.$post({ json }));
  return outcome.error === null ? store.completeSignIn() : outcome;
}

/** `isDone` is false if the user cancelled. */
export async function signInWithPasskey(store: Store): Promise<Outcome & { isDone: boolean }> {
  try {
    const isDone = await authenticateWithPasskey(api.auth['sign-in'].passkey.$post);
    return isDone ? { ...(await store.completeSignIn()), isDone } : { error: null, isDone };
  } catch (error) {
    return { error: asApiError(error), isDone: false };
  }
}

import type { Enrolment } from '#contract/security.ts';
import { ApiError, api } from './api-client.ts';

/** WebAuthn needs a domain name in a secure context: a bare IP address has none. */
export const canUsePasskeys = () =>
  typeof window !== 'undefined' &&
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Signs a challenge with a passkey and sends the result to `verify`. False if the user cancelled. */
export async function authenticateWithPasskey(
  verify: (typeof api.auth)['sign-in']['passkey']['$post'] | (typeof api.auth.passkeys.confirm)['$post'],
): Promise<boolean> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    loadWebAuthn(),
    api.auth.passkeys.challenge.$post(),
  ]);
  const response = await unlessCancelled(() => startAuthentication({ optionsJSON }));
  if (response === undefined) return false;
  await verify({ json: { response } });
  return true;
}

/** Creates a passkey and registers it. False if the user cancelled. */
export async function registerPasskey(name: string, enrolment: Enrolment): Promise<boolean> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    loadWebAuthn(),
    api.auth.passkeys.start.$post({ json: enrolment }),
  ]);
  const response = await unlessCancelled(() => startRegistration({ optionsJSON }));
  if (response === undefined) return false;
  await api.auth.passkeys.finish.$post({ json: { response, name, ...enrolment } });
  return true;
}

async function unlessCancelled<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined;
    if (error.name !== 'InvalidStateError') throw error;
    throw new ApiError('passkey_exists', 'This device has a passkey for your account already.');
  }
}

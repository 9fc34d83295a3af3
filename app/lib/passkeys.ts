import { callApi } from './api-client.ts';

/** A passkey belongs to a name on a secure page: a bare IP address has none. */
export const canUsePasskeys = () =>
  typeof window !== 'undefined' &&
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

// What the server and the browser's authenticator say to each other is for them alone.
type Options = never;

const load = () => import('@simplewebauthn/browser');

/** Asks for a passkey and hands over what it signed; undefined where its owner thought better of it. */
export async function authenticateWithPasskey(path: string): Promise<boolean> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    load(),
    callApi<Options>('/auth/passkey-challenge', { method: 'POST' }),
  ]);
  const response = await unlessCancelled(() => startAuthentication({ optionsJSON }));
  if (response === undefined) return false;
  await callApi(path, { method: 'POST', body: { response } });
  return true;
}

export async function registerPasskey(name: string): Promise<boolean> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    load(),
    callApi<Options>('/auth/passkeys/start', { method: 'POST' }),
  ]);
  const response = await unlessCancelled(() => startRegistration({ optionsJSON }));
  if (response === undefined) return false;
  await callApi('/auth/passkeys/finish', { method: 'POST', body: { response, name } });
  return true;
}

async function unlessCancelled<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    throw name === 'InvalidStateError'
      ? new Error('This device has a passkey for your account already.')
      : new Error(message);
  }
}

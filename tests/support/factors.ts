import { codeOf } from './authenticator.ts';
import { newPasskeyDevice } from './passkey.ts';
import type { Browser } from './api.ts';

export async function addPasskey(client: Browser) {
  const device = newPasskeyDevice();
  const { challenge } = (await client.post('/api/auth/passkeys/start')).body as { challenge: string };
  const made = { response: device.register(challenge), name: 'A key' };
  const { status } = await client.post('/api/auth/passkeys/finish', made);
  if (status !== 200) throw new Error(`The passkey was rejected: ${status}`);
  return device;
}

export async function addTotp(client: Browser) {
  const { secret } = (await client.post('/api/auth/totp/start')).body as { secret: string };
  const { status, body } = await client.post('/api/auth/totp/finish', { code: codeOf(secret) });
  if (status !== 200) throw new Error(`The code was rejected: ${status}`);
  return { secret, recoveryCodes: body.recoveryCodes as string[] };
}

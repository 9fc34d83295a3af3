import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Enrolment } from '#contract/security.ts';
import { type Browser, siteUrl } from './api.ts';
import { codeOf } from './totp.ts';

export { codeOf };

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const [present, verified, attested] = [0x01, 0x04, 0x40];

interface Ceremony {
  origin?: string;
  /** The device does not verify its user. */
  isUnverified?: boolean;
}

/** A device with one passkey, with the JSON that a browser would send for it. */
export function newPasskeyDevice(rpId = new URL(siteUrl).hostname) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const authenticatorData = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const envelope = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    register(challenge: string, { origin = siteUrl }: Ceremony = {}) {
      const key = cbor(
        new Map<Cbor, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = cbor(
        new Map<Cbor, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(present | verified | attested, credential)],
        ]),
      );
      return {
        ...envelope,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    authenticate(challenge: string, { origin = siteUrl, isUnverified = false }: Ceremony = {}) {
      const data = authenticatorData(isUnverified ? present : present | verified);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...envelope,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

/** `enrolment`: for staff without a factor. */
export async function addPasskey(client: Browser, enrolment: Enrolment = {}) {
  const device = newPasskeyDevice();
  const { challenge } = (await client.post('/api/auth/passkeys/start', enrolment)).body as { challenge: string };
  const made = { response: device.register(challenge), name: 'A key', ...enrolment };
  const { status } = await client.post('/api/auth/passkeys/finish', made);
  if (status !== 200) throw new Error(`The passkey was rejected: ${status}`);
  return device;
}

export async function addTotp(client: Browser, enrolment: Enrolment = {}) {
  const { secret } = (await client.post('/api/auth/totp/start', enrolment)).body as { secret: string };
  const { status, body } = await client.post('/api/auth/totp/finish', { code: codeOf(secret), ...enrolment });
  if (status !== 200) throw new Error(`The code was rejected: ${status}`);
  return { secret, recoveryCodes: body.recoveryCodes as string[] };
}

/** Confirms the account's user in this browser, as changes of an account with a passkey require. */
export async function confirmWithPasskey(client: Browser, device: ReturnType<typeof newPasskeyDevice>) {
  const { challenge } = (await client.post('/api/auth/passkeys/challenge')).body as { challenge: string };
  return client.post('/api/auth/passkeys/confirm', { response: device.authenticate(challenge) });
}

export async function signInWithPasskey(client: Browser, device: ReturnType<typeof newPasskeyDevice>) {
  const { challenge } = (await client.post('/api/auth/passkeys/challenge')).body as { challenge: string };
  return client.post('/api/auth/sign-in/passkey', { response: device.authenticate(challenge) });
}

/** The same for an account with TOTP. */
export const confirmWithCode = (client: Browser, given: { password: string; secret: string; periods?: number }) =>
  client.post('/api/auth/password/confirm', {
    password: given.password,
    second: { kind: 'totp', code: codeOf(given.secret, given.periods ?? 1) },
  });

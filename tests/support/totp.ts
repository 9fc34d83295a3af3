import { createHmac } from 'node:crypto';

// Apart from factors.ts, which imports the whole server: a worker of the journeys would take three seconds for it.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const periodMs = 30_000;

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32.replace(/=+$/, ''), (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The TOTP code (RFC 6238) of a secret, `periods` half minutes from now. */
export function codeOf(secret: string, periods = 0, now = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / periodMs) + periods));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

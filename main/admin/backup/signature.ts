import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { authSecret, deriveKeys, findAuthSecret } from '#api/auth/core/auth-settings.ts';
import type { Settings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type BackupHeader, BackupError, type End, endLine } from './backup-format.ts';

/** Which backups a command accepts. */
export interface Trust {
  /** Derived from AUTH_SECRET and its former values, newest first. */
  keys: readonly string[];
  /** `older`: also those of versions that did not sign, as their header says. `any`: --unsigned was given. */
  unsigned: 'refused' | 'older' | 'any';
}

type SecretSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'authSecret' | 'secretsBefore'>;

/** Signs new backups. With PostgreSQL a secret in a data folder would be that of one machine. */
export function findSigningKey(settings: SecretSettings): string {
  if (settings.databaseUrl !== undefined && settings.authSecret === undefined)
    throw new OperatorError('A backup is signed, so it needs AUTH_SECRET: set it as for the server.');
  return deriveKeys(authSecret(settings)).backups[0] ?? '';
}

/** `file` has further secrets, one per line, for a machine that has no settings. */
export function findVerificationKeys(settings: SecretSettings, file?: string): string[] {
  const current = findAuthSecret(settings);
  const secrets = [...(current === undefined ? [] : [current]), ...settings.secretsBefore, ...readSecrets(file)];
  const [first, ...others] = secrets;
  return first === undefined ? [] : [...deriveKeys(first, others).backups];
}

function readSecrets(file: string | undefined): string[] {
  if (file === undefined) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const secrets = lines
    .map((line) => line.replace(/^AUTH_SECRET(?:_BEFORE)?=/, '').trim())
    .filter((line) => line !== '');
  if (secrets.length === 0 || secrets.some((secret) => secret.length < 32))
    throw new OperatorError(`${file} must have one secret of at least 32 characters per line.`);
  return secrets;
}

/** Names a key without revealing it. */
const keyId = (key: string) => createHmac('sha256', key).update('key id').digest('hex').slice(0, 16);

const hmacOf = (key: string, content: string) => createHmac('sha256', key).update(content).digest();

type Counts = Pick<End, 'files' | 'missing'> & { sha256: string };

/** The last line of a backup. Its HMAC covers the counts and the hash, and thereby everything before the line. */
export function signEnd({ files, missing, sha256 }: Counts, key: string): string {
  const signed = { files, missing, sha256, key: keyId(key) };
  return endLine({ ...signed, hmac: hmacOf(key, endLine(signed)).toString('hex') });
}

// They wrote no HMAC. The version is part of the file: whoever forges a backup can choose it.
const olderVersions = ['1.0.0', '1.1.0'];

/**
 * Why nobody can know who wrote a backup, or undefined if it is signed with one of the keys. Throws if that is not accepted.
 * `line` is its last line, read as `end`.
 */
export function judgeSignature(
  name: string,
  { header: { product = '1.0.0' }, line, end }: { header: BackupHeader; line: string; end: End },
  { keys, unsigned }: Trust,
): string | undefined {
  const isOlder = olderVersions.includes(product) && end.key === undefined && end.hmac === undefined;
  const doubt = isOlder
    ? `${name} says that version ${product} wrote it, which did not sign backups: anyone who can write to the place where it was kept can have forged it`
    : findFault(name, line, end, keys);
  if (doubt === undefined || unsigned === 'any' || (isOlder && unsigned === 'older')) return doubt;
  throw new BackupError(`${doubt} (--unsigned accepts it all the same)`);
}

function findFault(name: string, line: string, { hmac, ...end }: End, keys: readonly string[]): string | undefined {
  if (hmac === undefined || end.key === undefined)
    return `${name} is not signed: anyone who can write to the place where it was kept can have forged it`;
  if (keys.length === 0)
    return `${name} is complete, but its signature cannot be verified: AUTH_SECRET is not known here`;
  const key = keys.find((one) => keyId(one) === end.key);
  if (key === undefined)
    return `${name} is signed with another AUTH_SECRET, whose key is ${end.key}: add it to AUTH_SECRET_BEFORE. Keys known here: ${keys.map(keyId).join(', ')}`;
  const isRight = timingSafeEqual(hmacOf(key, endLine(end)), Buffer.from(hmac, 'hex'));
  // The same content could be written in another way.
  if (isRight && line === endLine({ ...end, hmac })) return undefined;
  return `${name} was altered after it was signed, or forged: its signature is wrong`;
}

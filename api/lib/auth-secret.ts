import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './env.ts';
import { OperatorError } from './errors.ts';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** AUTH_SECRET, or a secret that is generated once and stored in the data folder. */
export function authSecret({ authSecret: given, dataDir }: Pick<Settings, 'authSecret' | 'dataDir'>): string {
  if (given !== undefined) return given;
  const file = join(dataDir, 'auth-secret');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return readSecret(file) ?? createSecret(file);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The data folder ${dataDir} cannot be used (${codeOf(error) ?? String(error)}): ` +
        'give it to the user that runs the server, or name another with DATA_DIR=/path/to/folder.',
    );
  }
}

function readSecret(file: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (secret.length < 32) {
    throw new OperatorError(
      `The file ${file} contains no valid secret: delete it to generate a new one (which ends all sessions).`,
    );
  }
  return secret;
}

// Written to another file and renamed: a second server that starts at the same time sees a complete secret or none.
function createSecret(file: string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return readFileSync(file, 'utf8').trim();
}

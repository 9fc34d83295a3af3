import { z } from 'zod';
import { OperatorError } from './errors.ts';
import { isPackaged } from './program.ts';

export const urlOf = (protocols: readonly string[], rule: string) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), rule);

/** A part of the environment that api/lib/env.ts reads. */
export const databaseSettings = {
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'must be the URL of a PostgreSQL database, for example DATABASE_URL=postgresql://user:password@127.0.0.1:5432/portal',
  ).optional(),
  MIGRATION_DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'must be the URL of the same database with the login that owns it, for example MIGRATION_DATABASE_URL=postgresql://owner:password@127.0.0.1:5432/portal',
  ).optional(),
  // Where DATABASE_URL leads to a pooler in transaction mode.
  LISTEN_DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'must be the URL of the same database and login past the pooler, for example LISTEN_DATABASE_URL=postgresql://user:password@127.0.0.1:5432/portal',
  ).optional(),
  PREPARED_STATEMENTS: z
    .enum(['on', 'off'], { error: 'must be on or off, for example PREPARED_STATEMENTS=off' })
    .optional(),
};

type DatabaseVariables = z.infer<z.ZodObject<typeof databaseSettings>>;

// A pooler in transaction mode loses them, unless it keeps them itself.
export const hasPreparedStatements = ({ PREPARED_STATEMENTS, LISTEN_DATABASE_URL }: DatabaseVariables): boolean =>
  (PREPARED_STATEMENTS ?? (LISTEN_DATABASE_URL === undefined ? 'on' : 'off')) === 'on';

interface Checked extends DatabaseVariables {
  SITE_URL?: string | undefined;
  AUTH_SECRET?: string | undefined;
}

/** What the settings of the database need of each other. */
export function checkDatabaseSettings(
  settings: Checked,
  { isEmbedded, needsSecret }: { isEmbedded: boolean; needsSecret: boolean },
): void {
  if (settings.MIGRATION_DATABASE_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw new OperatorError(
      'The setting DATABASE_URL is missing: it is needed beside MIGRATION_DATABASE_URL, as the login that serves requests.',
    );
  }
  if (settings.LISTEN_DATABASE_URL !== undefined && settings.MIGRATION_DATABASE_URL === undefined) {
    throw new OperatorError(
      'The setting MIGRATION_DATABASE_URL is missing: it is needed beside LISTEN_DATABASE_URL, as migrations cannot run through a pooler.',
    );
  }
  if (settings.DATABASE_URL === undefined && !isEmbedded && settings.SITE_URL?.startsWith('https:') === true) {
    throw new OperatorError(
      'The setting DATABASE_URL is missing: a public site needs a PostgreSQL. DATABASE_URL=embedded uses the embedded database ' +
        'in DATA_DIR all the same, without demo data.',
    );
  }
  if (needsSecret && settings.DATABASE_URL !== undefined && settings.AUTH_SECRET === undefined) {
    throw new OperatorError(
      'The setting AUTH_SECRET is missing: with DATABASE_URL all instances must share one, ' +
        'for example the output of `openssl rand -base64 32`.',
    );
  }
}

/** Refuses to create a database by accident: a package has the embedded engine for proofs, and a checkout for trials. */
export function requireDatabaseUrl({ DATABASE_URL }: NodeJS.ProcessEnv): void {
  if (!isPackaged || (DATABASE_URL ?? '') !== '') return;
  throw new OperatorError(
    'The setting DATABASE_URL is missing, for example DATABASE_URL=postgresql://user:password@127.0.0.1:5432/portal. ' +
      'The package keeps its settings in /etc/rempart-azur/environment.',
  );
}

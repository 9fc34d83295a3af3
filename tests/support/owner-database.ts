import { randomBytes } from 'node:crypto';
import pg from 'pg';

const serverUrl = process.env.TEST_DATABASE_URL;

export const hasPostgres = serverUrl !== undefined && serverUrl !== '';

export interface OwnerDatabase {
  /** For the owner. */
  url: string;
  /** For a login that owns nothing, to serve with. */
  servingUrl: string;
  /** Ends every connection to it, as a restart of PostgreSQL does. */
  endConnections: () => Promise<void>;
  remove: () => Promise<void>;
}

/** An empty database whose owner is no superuser, and a login to serve with, as docs tell an operator to set them up. */
export async function createOwnerDatabase(): Promise<OwnerDatabase> {
  const name = `portal_faults_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const serving = `${name}_server`;
  await onServer(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${password}';
    CREATE ROLE ${serving} LOGIN NOINHERIT PASSWORD '${password}'`);
  await onServer(`CREATE DATABASE ${name} OWNER ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(serverUrl ?? '');
  url.username = name;
  url.password = password;
  url.pathname = `/${name}`;
  return {
    url: url.href,
    servingUrl: Object.assign(new URL(url), { username: serving }).href,
    endConnections: () => onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`),
    remove: async () => {
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      // The portal's own roles were granted to this one, by whichever database of the cluster made them first.
      for (const role of [serving, name])
        await onServer(`DROP OWNED BY ${role}; DROP ROLE ${role}`).catch(() => undefined);
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Sends all statements before one Sync, so that PostgreSQL runs them as one implicit transaction in one round trip.
 *
 * Why: every request of the portal sets its tenant context and then runs its own statements. With BEGIN and COMMIT that is
 * four round trips and a system call for each message; `pg` cannot send several statements with values in one batch.
 * What it buys: a signed-in list at 0.74 to 0.79 of a bare handler's throughput instead of 0.29 to 0.35, ticket creation
 * at 0.52 (docs/performance.md).
 * What breaks: it subclasses `pg.Query` and uses members of the connection that are not in `pg`'s types
 * (DriverConnection below). A new version of `pg` can change them; batch.test.ts fails then, and on any other version than
 * the one it was verified with. The fallback is runBatch with `withTransaction` and one query per statement.
 */
import type { Writable } from 'node:stream';
import pg from 'pg';
import { isStalePlan } from '#api/lib/errors.ts';
import { UnnamedClient } from './pooler.ts';

export interface Statement {
  /** Prepared on each connection under this name, unless a pooler is between (pooler.ts). */
  name?: string;
  text: string;
  values?: unknown[];
}

export type Row = unknown[];

/** The members of `pg`'s Connection that its own queries use. */
interface DriverConnection {
  stream: Writable;
  /** Text by name: statements whose preparation was sent on this connection. */
  submittedNamedStatements: Record<string, string>;
  parsedStatements: Record<string, string>;
  describe(portal: unknown): void;
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
}

type Parser = (value: string) => unknown;
type Callback = (error: Error | null, results: Row[][]) => void;

/** The column parsers of each named statement: a connection asks PostgreSQL for their types once. */
const parsersByName = new WeakMap<DriverConnection, Map<string, Parser[]>>();

/** `pg` calls the public methods. */
class Batch extends pg.Query {
  /** `pg` wraps it, to apply the query timeout. */
  declare callback: Callback;
  /** What the batch is for is its last statement; those before it set the context (observe-queries.ts). */
  readonly statementName: string | undefined;
  readonly #statements: Statement[];
  /** The names that this batch is the first to use on its connection. */
  readonly #newNames: string[] = [];
  #parsersByName = new Map<string, Parser[]>();
  #results: Row[][] = [];
  #rows: Row[] = [];
  #parsers: Parser[] = [];
  #parseError: Error | undefined;

  constructor(statements: Statement[], hasNames: boolean, callback: Callback) {
    super({ text: '', callback } as pg.QueryConfig);
    this.#statements = hasNames ? statements : statements.map(({ text, values = [] }) => ({ text, values }));
    this.statementName = statements.findLast(({ name }) => name !== undefined)?.name;
    this.submit = (connection) => this.#send(connection as unknown as DriverConnection);
  }

  #send(connection: DriverConnection): Error | null {
    this.#parsersByName = parsersByName.get(connection) ?? this.#parsersByName;
    parsersByName.set(connection, this.#parsersByName);
    this.#beginResult();
    try {
      const message = this.#serialize(connection);
      if (connection.stream.writable) connection.stream.write(message);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  /** One buffer: one system call, or one message to the embedded engine's thread, instead of one per protocol message. */
  #serialize(connection: DriverConnection): Buffer {
    const parts: Buffer[] = [];
    const stream = { writable: true, write: (part: Buffer) => parts.push(part) };
    const collecting = Object.create(connection, { stream: { value: stream } }) as DriverConnection;
    const withoutSync = Object.create(collecting, { sync: { value: noop } }) as DriverConnection;
    const withoutDescribe = Object.create(withoutSync, { describe: { value: noop } }) as DriverConnection;
    for (const statement of this.#statements) {
      const { name = '' } = statement;
      if (name !== '' && !isKnown(connection, name)) this.#newNames.push(name);
      const query = new pg.Query({ ...statement }) as unknown as { prepare(connection: DriverConnection): void };
      query.prepare(this.#parsersByName.has(name) ? withoutDescribe : withoutSync);
    }
    collecting.sync();
    return Buffer.concat(parts);
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    this.#parsers = fields.map(({ dataTypeID }) => getTypeParser(dataTypeID));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(fields.map((value, at) => (value === null ? null : this.#parsers[at]?.(value))));
    } catch (error) {
      this.#parseError = error as Error;
    }
  }

  handleCommandComplete(): void {
    const { name } = this.#statements[this.#results.length] ?? {};
    if (name !== undefined) this.#parsersByName.set(name, this.#parsers);
    this.#results.push(this.#rows);
    this.#beginResult();
  }

  handleReadyForQuery(): void {
    this.callback(this.#parseError ?? null, this.#results);
  }

  /** It is uncertain which of the new names PostgreSQL has prepared: all are closed. */
  handleError(error: Error, connection: DriverConnection): void {
    for (const name of this.#newNames) {
      this.#parsersByName.delete(name);
      delete connection.submittedNamedStatements[name];
      connection.close({ type: 'S', name });
    }
    this.callback(error, []);
  }

  #beginResult(): void {
    this.#rows = [];
    this.#parsers = this.#parsersByName.get(this.#statements[this.#results.length]?.name ?? '') ?? [];
  }
}

const noop = () => undefined;
const isKnown = ({ submittedNamedStatements, parsedStatements }: DriverConnection, name: string) =>
  name in submittedNamedStatements || name in parsedStatements;

/**
 * Runs the statements in one transaction: if one fails, none takes effect. Retries once where a table has changed since
 * they were prepared: PostgreSQL rejects a plan whose result type has changed for as long as its name is prepared.
 */
export async function runBatch(client: pg.ClientBase, statements: Statement[]): Promise<Row[][]> {
  try {
    return await sendBatch(client, statements);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    closePreparedStatements(client);
    return sendBatch(client, statements);
  }
}

function sendBatch(client: pg.ClientBase, statements: Statement[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, !(client instanceof UnnamedClient), (error, results) => {
        if (error !== null) reject(error);
        else resolve(results);
      }),
    );
  });
}

function closePreparedStatements(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: DriverConnection };
  parsersByName.get(connection)?.clear();
  for (const known of [connection.submittedNamedStatements, connection.parsedStatements]) {
    for (const name of Object.keys(known)) {
      Reflect.deleteProperty(known, name);
      connection.close({ type: 'S', name });
    }
  }
}

const { DATE, TIMESTAMPTZ } = pg.types.builtins;
// '2025-01-05 09:30:00.123456+00': sessions are in UTC. A Date would lose the microseconds.
const toIsoTimestamp = (value: string) => value.replace(' ', 'T').replace(/\+00$/, 'Z');

function getTypeParser(oid: number): Parser {
  if (oid === DATE) return String;
  return oid === TIMESTAMPTZ ? toIsoTimestamp : (pg.types.getTypeParser(oid) as Parser);
}

/** Runs statements with the caller's rights. */
export type Run = (...statements: Statement[]) => Promise<Row[][]>;

/** In a transaction that has them. */
export const runOn =
  (client: pg.ClientBase): Run =>
  (...statements) =>
    runBatch(client, statements);
